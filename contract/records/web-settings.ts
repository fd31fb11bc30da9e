import type { PriceIds } from '../rules/catalog.ts';

/** Who sells the licenses, for receipts. */
export interface Seller {
  name: string;
  /** The postal address, one item for each line. */
  address: string[];
  /** The VAT identification number, if there is one. */
  vatId?: string;
}

/** `/config.json`: what the browser must know of the stage it runs on. Nothing in it is secret. */
export interface WebSettings {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Where the user pool answers, if not at AWS. */
  userPoolEndpoint?: string;
  /** The Stripe price of each offer that this stage sells. */
  priceIds: PriceIds;
  seller: Seller;
  /** True while nothing can be changed. */
  isReadOnly?: true;
}
