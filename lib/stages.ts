import type { Seller } from '../contract/records/web-settings.ts';
import { priceIdsOf } from '../contract/rules/catalog.ts';
import {
  stages as deployedStages,
  originWithoutDomain,
  owner,
  repositoryUrl,
  salesTax,
} from '../settings.ts';
import { findCollisions, findMistakes } from './find-mistakes.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * WAF and certificates of a CloudFront distribution must be in this region, so everything else is
 * too.
 */
export const region = 'us-east-1';

const seller: Seller = {
  name: owner.name,
  address: owner.address,
  ...(owner.vatId && { vatId: owner.vatId }),
};

/** The local cloud and the stages of settings.ts. */
export const stages = {
  local: {
    senderAddress: 'hello@lorewright.example',
    teamAddress: 'team@lorewright.example',
    alarmAddress: 'alarm@lorewright.example',
    priceIds: priceIdsOf('local'),
    // Developers see the same texts as buyers in a place with a tax.
    salesTax: 'included',
    sellsEveryOffer: true,
    seller,
    fixedHost: 'localhost',
    keepsData: false,
  },
  ...(Object.fromEntries(
    Object.entries(deployedStages).map(([name, stage]) => [
      name,
      {
        ...stage,
        priceIds: priceIdsOf(name),
        salesTax: salesTax[name as keyof typeof deployedStages] ?? 'none',
        seller,
      },
    ]),
  ) as Record<keyof typeof deployedStages, StageSettings>),
} satisfies Record<string, StageSettings>;

/** The public address in pages, feeds and shared links: always that of `prod`. */
export const publicOrigin = stages.prod.domain ? `https://${stages.prod.domain.name}` : originWithoutDomain;

export type StageName = keyof typeof stages;

/** The prefix of the stage's stack names; see `stackNameOf`. */
export const siteNameOf = (stage: StageName) => `lorewright-${stage}`;

/** @throws Error that lists the existing stages, or the mistakes in the settings of this stage */
export function readStage(name: string): { name: StageName; settings: StageSettings } {
  if (!Object.hasOwn(stages, name)) {
    throw new Error(`There is no stage "${name}". settings.ts has: ${Object.keys(stages).join(', ')}.`);
  }
  const settings: StageSettings = stages[name as StageName];
  const others = Object.entries(stages).filter(([other]) => other !== name && other !== 'local');
  const mistakes = [...findMistakes(settings, repositoryUrl), ...findCollisions(settings, others)];
  if (mistakes.length > 0) {
    throw new Error(
      [`The stage "${name}" in settings.ts has mistakes:`, ...mistakes.map((each) => `  ${each}`)].join('\n'),
    );
  }
  return { name: name as StageName, settings };
}
