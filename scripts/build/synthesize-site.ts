import { addSiteStacks } from '../../lib/stacks/add-site-stacks.ts';
import type { StageSettings } from '../../lib/stage-settings.ts';
import { region } from '../../lib/stages.ts';
import type { Template } from './keep-template.ts';
import { synthesize } from './synthesize.ts';

export interface SynthesisOptions {
  siteName: string;
  settings: StageSettings;
  /** The folder with the built site. */
  siteFolder: string;
  /** The sources of its inline styles, which are read from its pages by default. */
  styleHashes?: string[];
  /** Missing for templates that fit any account. */
  account?: string;
}

/**
 * Loads the CDK: `siteTemplates` is faster.
 * @returns the templates by the name of their stack
 */
export function synthesizeSite({
  siteName,
  settings,
  siteFolder,
  styleHashes,
  account,
}: SynthesisOptions): Record<string, Template> {
  const env = { region, ...(account ? { account } : {}) };
  return synthesize((app) => addSiteStacks(app, { siteName, stage: settings, siteFolder, styleHashes, env }));
}
