import { SiteStack } from '../../lib/site-stack.ts';
import { region } from '../../lib/stages.ts';
import type { Template } from './keep-template.ts';
import type { SynthesisOptions } from './site-template.ts';
import { synthesize } from './synthesize.ts';

/** Loads the CDK: `siteTemplate` is faster. */
export function synthesizeSite({ stackName, settings, siteFolder, account }: SynthesisOptions): Template {
  const env = { region, ...(account ? { account } : {}) };
  return synthesize((app) => new SiteStack(app, stackName, { stage: settings, siteFolder, env }));
}
