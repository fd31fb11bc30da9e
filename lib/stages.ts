import type { Seller } from '../contract/records/web-settings.ts';
import { priceIdsOf } from '../contract/rules/catalog.ts';
import { findCollisions, findMistakes } from './find-mistakes.ts';
import type { StageSettings } from './stage-settings.ts';

/** WAF and certificates of a CloudFront distribution live in this region, so everything else does too. */
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
 * What pages call their own address, for search engines, feeds and links that people share: that of `prod`, whichever stage shows them.
 * If it has no domain, write here by which name CloudFront has it answer.
 */
export const publicOrigin = `https://${(stages.prod as StageSettings).domain?.name ?? 'lorewright.example'}`;

/**
 * Where people of the team read this repository, as in `https://github.com/<owner>/<name>`: with it, mails of alarms and the dashboard link to
 * the runbook, and without it they name the file.
 */
export const repositoryUrl: string | undefined = undefined;

export type StageName = keyof typeof stages;

/** The names of the stage's stacks begin with it: `stackNameOf`. */
export const siteNameOf = (stage: StageName) => `lorewright-${stage}`;

/** @throws Error that lists the stages there are, or the mistakes in the settings of this one */
export function readStage(name: string): { name: StageName; settings: StageSettings } {
  if (!Object.hasOwn(stages, name)) {
    throw new Error(`There is no stage "${name}". lib/stages.ts knows: ${Object.keys(stages).join(', ')}.`);
  }
  const settings: StageSettings = stages[name as StageName];
  const others = Object.entries(stages).filter(([other]) => other !== name && other !== 'local');
  const mistakes = [...findMistakes(settings, repositoryUrl), ...findCollisions(settings, others)];
  if (mistakes.length > 0) {
    throw new Error(
      [
        `The stage "${name}" in lib/stages.ts cannot be as it is:`,
        ...mistakes.map((each) => `  ${each}`),
      ].join('\n'),
    );
  }
  return { name: name as StageName, settings };
}
