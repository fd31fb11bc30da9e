import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readCdkContext } from '../../lib/cdk-context.ts';
import { SiteStack } from '../../lib/site-stack.ts';
import type { StageSettings } from '../../lib/stage-settings.ts';
import { region } from '../../lib/stages.ts';
import { siteTemplate } from '../../scripts/build/site-template.ts';

// CDK's rule engine takes longer than all of these tests; the test of `cdk synth` runs it once.
process.env.CDK_VALIDATION = 'false';

const site = { stackName: 'site', siteFolder: 'dist/web' };

export const siteStack = (app: App, stage: StageSettings) =>
  new SiteStack(app, site.stackName, { stage, siteFolder: site.siteFolder, env: { region } });

export async function synthesize(settings: StageSettings): Promise<Template> {
  return Template.fromJSON(await siteTemplate({ ...site, settings }));
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
    const context = { ...readCdkContext(), 'aws:cdk:disable-asset-staging': true };
    return make(new App({ outdir, analyticsReporting: false, context }));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

export const resourcesOf = (template: Template, type: string) => Object.entries(template.findResources(type));
