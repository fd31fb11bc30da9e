import type { Seller } from '../contract/records/web-settings.ts';
import type { PriceIds } from '../contract/rules/catalog.ts';

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
