import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../../lib/cdk-context.ts';
import { SiteStack } from '../../lib/site-stack.ts';
import { region } from '../../lib/stages.ts';
import type { SynthesisOptions, Template } from './site-template.ts';

/** Synthesizes the site's stack. Loads the CDK: `siteTemplate` is faster where only the template is needed. */
export function synthesizeSite({ stackName, settings, siteFolder, account }: SynthesisOptions): Template {
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
    const env = { region, ...(account ? { account } : {}) };
    const stack = new SiteStack(app, stackName, { stage: settings, siteFolder, env });
    return app.synth().getStackByName(stack.stackName).template as Template;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
