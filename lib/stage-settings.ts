import type { Seller } from '../contract/records/web-settings.ts';
import { onSale, type PriceIds } from '../contract/rules/catalog.ts';
import type { SalesTax } from '../contract/rules/sales-tax.ts';
import type { DeployedStage, Domain } from '../settings.ts';

export const zoneNameOf = ({ name, zoneName = name }: Domain): string => zoneName;

/** The settings that differ between stages, including the local cloud. */
export interface StageSettings extends DeployedStage {
  /** The Stripe price of each offer that the stage sells. */
  priceIds: PriceIds;
  salesTax: SalesTax;
  /** The local cloud also sells offers that are not current, to try out payments. */
  sellsEveryOffer?: true;
  /** Shown on receipts. */
  seller: Seller;
  /** The host of the local site. It never changes, so it can have passkeys without a domain. */
  fixedHost?: string;
}

/**
 * The domain that passkeys belong to. A stage without a domain has no passkeys: the name that
 * CloudFront assigns can change, and all passkeys would be lost.
 */
export const passkeyDomainOf = ({ domain, fixedHost }: StageSettings): string | undefined =>
  domain?.name ?? fixedHost;

/** The prices that people can buy for. */
export const priceIdsOnSale = ({ priceIds, sellsEveryOffer }: StageSettings): PriceIds =>
  sellsEveryOffer ? priceIds : onSale(priceIds);
