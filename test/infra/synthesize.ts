import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readCdkContext } from '../../lib/cdk-context.ts';
import { SiteStack } from '../../lib/site-stack.ts';
import { region, type StageSettings } from '../../lib/stages.ts';

// CDK's rule engine takes longer than all of these tests; the test of `cdk synth` runs it once.
process.env.CDK_VALIDATION = 'false';

export const siteStack = (app: App, stage: StageSettings) =>
  new SiteStack(app, 'site', { stage, siteFolder: 'dist/web', env: { region } });

export function synthesize(stage: StageSettings): Template {
  return synthesizeStack((app) => siteStack(app, stage));
}

export function synthesizeStack(makeStack: (app: App) => Stack): Template {
  return inApp((app) => Template.fromStack(makeStack(app)));
}

/** The constructs, as they are when their template is written. */
export function synthesizeApp(makeStack: (app: App) => Stack): App {
  return inApp((app) => {
    makeStack(app);
    app.synth();
    return app;
  });
}

function inApp<Result>(make: (app: App) => Result): Result {
  const outdir = mkdtempSync(join(tmpdir(), 'lorewright-infra-'));
  try {
    return make(new App({ outdir, analyticsReporting: false, context: readCdkContext() }));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

export const resourcesOf = (template: Template, type: string) => Object.entries(template.findResources(type));
