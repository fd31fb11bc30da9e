import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../../lib/cdk-context.ts';
import type { Template } from './keep-template.ts';

/** Returns the templates of the stacks that the callback adds to an app, by name. */
export function synthesize(addStacks: (app: App) => void): Record<string, Template> {
  // CDK checks every template with a rule engine, which takes longer than everything else here; the
  // test of `cdk synth` runs it.
  process.env.CDK_VALIDATION = 'false';
  const outdir = mkdtempSync(join(tmpdir(), 'lorewright-synth-'));
  try {
    const app = new App({
      outdir,
      analyticsReporting: false,
      // Only CDK's own tools read these.
      stackTraces: false,
      treeMetadata: false,
      context: {
        ...readCdkContext(),
        'aws:cdk:enable-asset-metadata': true,
        'aws:cdk:disable-asset-staging': true,
      },
    });
    addStacks(app);
    return Object.fromEntries(app.synth().stacks.map(({ stackName, template }) => [stackName, template]));
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
