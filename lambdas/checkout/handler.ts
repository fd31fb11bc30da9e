import { serveAll } from '../platform/serve-all.ts';
import { acceptLicense } from './accept-license.ts';
import { cancelOffer } from './cancel-offer.ts';
import { checkout } from './checkout.ts';
import { compose } from './compose.ts';
import { confirmCheckout } from './confirm-checkout.ts';
import { invoice } from './invoice.ts';
import { mailLicense } from './mail-license.ts';
import { myOrders } from './my-orders.ts';
import { offerLicense } from './offer-license.ts';
import { redeem } from './redeem.ts';
import { reissueLicense } from './reissue-license.ts';

export const handler = serveAll(
  'checkout',
  {
    checkout,
    confirmCheckout,
    myOrders,
    invoice,
    mailLicense,
    reissueLicense,
    offerLicense,
    cancelOffer,
    acceptLicense,
    redeem,
  },
  compose,
);
