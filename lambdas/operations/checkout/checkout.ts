import * as orderOperations from '../../../contract/operations/order-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { checkCheckoutRequest } from '../../domain/orders/check-checkout-request.ts';
import { openCheckout } from '../../domain/orders/open-checkout.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { priceIds, readConfig, resourceName, salesTax } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { stripeAccount } from '../../platform/stripe.ts';

const { LIMITS_TABLE, ORDERS_TABLE, PRICE_IDS, SALES_TAX, SITE_URL, USER_POOL_ID, USERS_TABLE } = readConfig({
  LIMITS_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
  PRICE_IDS: priceIds,
  SALES_TAX: salesTax,
  SITE_URL: resourceName,
  USER_POOL_ID: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const users = userStore(client, USERS_TABLE);
const pool = cognito();
const stripe = stripeAccount();

export const checkout = serve(orderOperations.checkout, async ({ caller, data }) => {
  const now = new Date();
  const { offer, currency } = checkCheckoutRequest(data, { priceIds: PRICE_IDS, siteUrl: SITE_URL, now });
  await limits.take('checkout', caller.userId, now);
  const readUser = () => readOrCreateUser(users, pool, caller, now);
  const stripeContext = { stripe: await stripe(), siteId: USER_POOL_ID, siteUrl: SITE_URL };
  const charge = offer.amountInCents > 0 ? { currency, salesTax: SALES_TAX } : undefined;
  return openCheckout({ ...stripeContext, users, orders, readUser }, caller, data, charge);
});
