import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, type Stack } from 'aws-cdk-lib';
import { readCdkContext } from '../../lib/cdk-context.ts';
import type { Template } from './keep-template.ts';

/** The template of the stack that the callback adds to an app. */
export function synthesize(addStack: (app: App) => Stack): Template {
  // CDK checks every template with a rule engine that takes longer than all else here; the test of `cdk synth` runs it.
  process.env.CDK_VALIDATION = 'false';
  const outdir = mkdtempSync(join(tmpdir(), 'lorewright-synth-'));
  try {
    const app = new App({
      outdir,
      analyticsReporting: false,
      context: {
        ...readCdkContext(),
        'aws:cdk:enable-asset-metadata': true,
        'aws:cdk:disable-asset-staging': true,
      },
    });
    const { stackName } = addStack(app);
    return app.synth().getStackByName(stackName).template as Template;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
