import type { PriceIds } from '../rules/catalog.ts';

/** The seller of the licenses, for receipts. */
export interface Seller {
  name: string;
  /** The postal address, one item for each line. */
  address: string[];
  /** The VAT identification number, if there is one. */
  vatId?: string;
}

/** `/config.json`: the settings of the stage that the browser needs. They are public. */
export interface WebSettings {
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  /** The address of the user pool, if it is not on AWS. */
  userPoolEndpoint?: string;
  /** The WebSocket endpoint that notifies pages of changes. Without it, pages ask once a minute. */
  doorbell?: {
    url: string;
    /** The host of AppSync's API, which a subscription names. */
    host: string;
  };
  /** The domain that passkeys belong to. Without it, the stage has no passkeys. */
  passkeyDomain?: string;
  /** The Stripe price of each offer that this stage sells. */
  priceIds: PriceIds;
  seller: Seller;
  /** `ask` while a browser may store a referral code only after the visitor has agreed. */
  referralStorage?: 'ask';
  /** True while the site is read-only. */
  isReadOnly?: true;
}
