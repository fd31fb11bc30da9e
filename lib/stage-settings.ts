import type { Seller } from '../contract/records/web-settings.ts';
import type { PriceIds } from '../contract/rules/catalog.ts';
import type { DeployedStage, Domain } from '../settings.ts';

export const zoneNameOf = ({ name, zoneName = name }: Domain): string => zoneName;

/** The settings that differ between stages, including the local cloud. */
export interface StageSettings extends DeployedStage {
  /** The Stripe price of each offer that the stage sells. */
  priceIds: PriceIds;
  /** Shown on receipts. */
  seller: Seller;
}
