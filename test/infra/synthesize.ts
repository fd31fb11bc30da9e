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

export function synthesize(stage: StageSettings): Template {
  return synthesizeStack(
    (app) => new SiteStack(app, 'site', { stage, siteFolder: 'dist/web', env: { region } }),
  );
}

export function synthesizeStack(makeStack: (app: App) => Stack): Template {
  const outdir = mkdtempSync(join(tmpdir(), 'lorewright-infra-'));
  try {
    return Template.fromStack(
      makeStack(new App({ outdir, analyticsReporting: false, context: readCdkContext() })),
    );
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

export const resourcesOf = (template: Template, type: string) => Object.entries(template.findResources(type));
