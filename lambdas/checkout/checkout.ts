import * as orderOperations from '../../contract/operations/order-operations.ts';
import { checkCheckoutRequest } from '../domain/orders/check-checkout-request.ts';
import { openCheckout } from '../domain/orders/open-checkout.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const checkout = ({
  limits,
  openStripe,
  orders,
  pool,
  priceIds,
  salesTax,
  siteId,
  siteUrl,
  users,
}: Dependencies) =>
  serve(orderOperations.checkout, async ({ now, caller, data }) => {
    const { offer, currency } = checkCheckoutRequest(data, { priceIds, siteUrl, now });
    await limits.take('checkout', caller.userId, now);
    const readUser = () => readOrCreateUser(users, pool, caller, now);
    const stripeContext = { stripe: await openStripe(), siteId, siteUrl };
    const charge = offer.amountInCents > 0 ? { currency, salesTax } : undefined;
    return openCheckout({ ...stripeContext, users, orders, readUser }, caller, data, charge);
  });
