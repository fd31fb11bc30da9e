import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { findPeople } from '../../domain/desk/find-people.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { referralStore } from '../../domain/referrals/referral-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { stripeAccount } from '../../platform/stripe.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { ORDERS_TABLE, REFERRALS_TABLE, USER_POOL_ID } = readConfig({
  ORDERS_TABLE: resourceName,
  REFERRALS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const dependencies = {
  pool: cognito(),
  userPoolId: USER_POOL_ID,
  orders: orderStore(client, ORDERS_TABLE),
  referrals: referralStore(client, REFERRALS_TABLE),
  readStripe: stripeAccount(),
};

export const deskFind = serveDesk(deskPersonOperations.deskFind, async ({ data: { query } }) => ({
  people: await findPeople(dependencies, query),
}));
