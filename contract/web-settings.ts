import type { PriceIds } from './catalog.ts';

/** `/config.json`: what the browser must know of the stage it runs on. Nothing in it is secret. */
export interface WebSettings {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** Where the user pool answers, if not at AWS. */
  userPoolEndpoint?: string;
  /** The Stripe price of each offer that this stage sells. */
  priceIds: PriceIds;
  /** True while nothing can be changed. */
  isReadOnly?: true;
}
