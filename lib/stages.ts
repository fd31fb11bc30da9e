import type { Seller } from '../contract/records/web-settings.ts';
import { type PriceIds, priceIdsOf } from '../contract/rules/catalog.ts';
import { findCollisions, findMistakes } from './find-mistakes.ts';

/** Where the site answers, and the zone in Route 53 that says so to the world. The stack makes the certificate. */
export interface Domain {
  name: string;
  hostedZoneId: string;
  /** Of the zone, where it is not that of the site: `example.com` holds `www.example.com` too. */
  zoneName?: string;
}

export const zoneNameOf = ({ name, zoneName = name }: Domain): string => zoneName;

/** Everything that differs between stages. To add a stage, add an entry. */
export interface StageSettings {
  /** Without one, the site answers under the distribution's own name. */
  domain?: Domain;
  /** From whom people get mail. Stages in one account each have their own; with a domain, each has its own name after the @. */
  senderAddress: string;
  /** Where the team reads feedback and letters. */
  teamAddress: string;
  /** Who is told by AWS that something is wrong: the address gets one mail that asks to confirm it. The local cloud has no alarms. */
  alarmAddress: string;
  /** What all of the AWS account may cost in a month; `alarmAddress` is told at 80% of it by forecast, and when it is spent. */
  monthlyBudgetInDollars: number;
  /** The Stripe price of each offer; those of our stages stand in the catalog. */
  priceIds: PriceIds;
  /** Receipts show it. */
  seller: Seller;
  /** True lets people read and download only; see docs/runbook.md. */
  isReadOnly?: boolean;
  /**
   * True has Cognito refuse passwords that are known to have leaked, when they are chosen. It needs Cognito's plan Plus, which costs $0.02 a
   * month for each user who comes by, from the first one, and notes from where each signs in: then the privacy policy has to say so.
   * docs/decisions/025.
   */
  refusesLeakedPasswords?: boolean;
  /**
   * True has browsers open every name below the domain by HTTPS only, and lets the domain onto their preload list. That is hard to take back:
   * docs/deploy.md says what it commits to.
   */
  forcesHttpsOnSubdomains?: boolean;
  /** True keeps tables, buckets and the user pool when the stack is deleted. */
  keepsData: boolean;
}

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

export const stackName = (stage: StageName) => `lorewright-${stage}`;

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
