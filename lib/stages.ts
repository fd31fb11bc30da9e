import type { Seller } from '../contract/records/web-settings.ts';
import { priceIdsOf } from '../contract/rules/catalog.ts';
import { findCollisions, findMistakes } from './find-mistakes.ts';
import type { StageSettings } from './stage-settings.ts';

/** WAF and certificates of a CloudFront distribution must be in this region, so everything else is too. */
export const region = 'us-east-1';

/** Replace it by your own: `npm run doctor` reports stages that still use it. */
const exampleSeller: Seller = { name: 'Lorewright', address: ['1 Example Street', 'Example City'] };

export const stages = {
  /** The local cloud. */
  local: {
    senderAddress: 'hello@lorewright.example',
    teamAddress: 'team@lorewright.example',
    alarmAddress: 'alarm@lorewright.example',
    monthlyBudgetInDollars: 1,
    priceIds: priceIdsOf('local'),
    seller: exampleSeller,
    keepsData: false,
  },
  dev: {
    senderAddress: 'dev@lorewright.example',
    teamAddress: 'team@lorewright.example',
    alarmAddress: 'alarm@lorewright.example',
    monthlyBudgetInDollars: 60,
    priceIds: priceIdsOf('dev'),
    seller: exampleSeller,
    keepsData: false,
  },
  prod: {
    senderAddress: 'hello@lorewright.example',
    teamAddress: 'team@lorewright.example',
    alarmAddress: 'alarm@lorewright.example',
    monthlyBudgetInDollars: 100,
    priceIds: priceIdsOf('prod'),
    seller: exampleSeller,
    keepsData: true,
  },
} satisfies Record<string, StageSettings>;

/**
 * The public address of pages for search engines, feeds and shared links: that of `prod`, on every stage. If `prod` has no domain, replace
 * the default by its CloudFront name.
 */
export const publicOrigin = `https://${(stages.prod as StageSettings).domain?.name ?? 'lorewright.example'}`;

/**
 * The URL of this repository, as in `https://github.com/<owner>/<name>`. With it, alarms and the dashboard link to the runbook; without it,
 * they name the file.
 */
export const repositoryUrl: string | undefined = undefined;

export type StageName = keyof typeof stages;

export const stackName = (stage: StageName) => `lorewright-${stage}`;

/** @throws Error that lists the existing stages, or the mistakes in the settings of this stage */
export function readStage(name: string): { name: StageName; settings: StageSettings } {
  if (!Object.hasOwn(stages, name)) {
    throw new Error(`There is no stage "${name}". lib/stages.ts has: ${Object.keys(stages).join(', ')}.`);
  }
  const settings: StageSettings = stages[name as StageName];
  const others = Object.entries(stages).filter(([other]) => other !== name && other !== 'local');
  const mistakes = [...findMistakes(settings, repositoryUrl), ...findCollisions(settings, others)];
  if (mistakes.length > 0) {
    throw new Error(
      [`The stage "${name}" in lib/stages.ts has mistakes:`, ...mistakes.map((each) => `  ${each}`)].join(
        '\n',
      ),
    );
  }
  return { name: name as StageName, settings };
}
