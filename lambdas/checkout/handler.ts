import { operations } from '../../contract/operations.ts';
import { limitStore } from '../limits/limit-store.ts';
import { checkCheckoutRequest } from '../orders/check-checkout-request.ts';
import { openCheckout } from '../orders/open-checkout.ts';
import { cognito, dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import { stripeAccount } from '../platform/stripe.ts';
import { readOrCreateUser } from '../users/read-or-create-user.ts';
import { userStore } from '../users/user-store.ts';

const { EARLY_ACCESS_PRICE_ID, LIMITS_TABLE, SITE_URL, USERS_TABLE } = readConfig({
  EARLY_ACCESS_PRICE_ID: resourceName,
  LIMITS_TABLE: resourceName,
  SITE_URL: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const pool = cognito();
const stripe = stripeAccount();

export const handler = serve(operations.checkout, async ({ caller, data }) => {
  checkCheckoutRequest(data, [EARLY_ACCESS_PRICE_ID], SITE_URL);
  await limits.take('checkout', caller.userId, new Date());
  const readUser = () => readOrCreateUser(users, pool, caller, new Date());
  return openCheckout({ stripe: await stripe(), users, readUser }, caller, data);
});
