import type { Seller } from '../contract/records/web-settings.ts';
import type { PriceIds } from '../contract/rules/catalog.ts';

/** The domain of the site and its zone in Route 53. The stack creates the certificate. */
export interface Domain {
  name: string;
  hostedZoneId: string;
  /** The name of the zone if it differs: the zone `example.com` contains `www.example.com`. */
  zoneName?: string;
}

export const zoneNameOf = ({ name, zoneName = name }: Domain): string => zoneName;

/** Everything that differs between stages. To add a stage, add an entry. */
export interface StageSettings {
  /** Without one, the site uses the distribution's own domain name. */
  domain?: Domain;
  /** The sender of emails. Stages in one account need different ones; with a domain, a different name after the @. */
  senderAddress: string;
  /** The address that gets feedback and contact messages. */
  teamAddress: string;
  /** The address that gets alarms. AWS sends it one email that asks for a confirmation. The local cloud has no alarms. */
  alarmAddress: string;
  /** The budget of the whole AWS account. `alarmAddress` gets an email when AWS forecasts 80% of it, and when it is spent. */
  monthlyBudgetInDollars: number;
  /** The Stripe price of each offer; contract/rules/catalog.ts has those of our stages. */
  priceIds: PriceIds;
  /** Shown on receipts. */
  seller: Seller;
  /** True lets people read and download only; see docs/runbook.md. */
  isReadOnly?: boolean;
  /**
   * True makes Cognito refuse leaked passwords when they are chosen. It needs Cognito's plan Plus, which costs $0.02 per active user and
   * month from the first one, and stores from where people sign in: the privacy policy must say so then. See docs/decisions/025.
   */
  refusesLeakedPasswords?: boolean;
  /**
   * True makes browsers open every name below the domain with HTTPS only, and allows the domain on their preload list. That is hard to
   * reverse; see docs/deploy.md.
   */
  forcesHttpsOnSubdomains?: boolean;
  /** True keeps tables, buckets and the user pool when the stack is deleted. */
  keepsData: boolean;
}
