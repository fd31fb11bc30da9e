import { SiteStack } from '../../lib/site-stack.ts';
import type { StageSettings } from '../../lib/stage-settings.ts';
import { region } from '../../lib/stages.ts';
import type { Template } from './keep-template.ts';
import { synthesize } from './synthesize.ts';

export interface SynthesisOptions {
  stackName: string;
  settings: StageSettings;
  /** The folder with the built site. */
  siteFolder: string;
  /** Missing where the template should fit any account. */
  account?: string;
}

/** Loads the CDK: `siteTemplate` is faster. */
export function synthesizeSite({ stackName, settings, siteFolder, account }: SynthesisOptions): Template {
  const env = { region, ...(account ? { account } : {}) };
  return synthesize((app) => new SiteStack(app, stackName, { stage: settings, siteFolder, env }));
}
