import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Group } from '../../contract/groups.ts';
import { cognito, dynamodb, eventBridge } from '../platform/aws.ts';
import { backOff } from '../platform/back-off.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { stripeAccount } from '../platform/stripe.ts';
import { referralStore } from '../referrals/referral-store.ts';
import { userStore } from '../users/user-store.ts';
import { orderStore } from './order-store.ts';
import type { SettlementDependencies } from './settle-order.ts';

/** What every function that settles orders works with. */
export function orderSettlement(now: () => Date): () => Promise<SettlementDependencies> {
  const { EVENT_BUS, ORDERS_TABLE, REFERRALS_TABLE, USERS_TABLE, USER_POOL_ID } = readConfig({
    EVENT_BUS: resourceName,
    ORDERS_TABLE: resourceName,
    REFERRALS_TABLE: resourceName,
    USERS_TABLE: resourceName,
    USER_POOL_ID: resourceName,
  });
  const client = dynamodb();
  const pool = cognito();
  const bus = eventBridge();
  const stripe = stripeAccount();
  const group: Group = 'paid';
  return async () => ({
    stripe: await stripe(),
    orders: orderStore(client, ORDERS_TABLE),
    users: userStore(client, USERS_TABLE),
    referrals: referralStore(client, REFERRALS_TABLE),
    async setPaid(userId, isPaid) {
      const member = { UserPoolId: USER_POOL_ID, Username: userId, GroupName: group };
      if (isPaid) await pool.send(new AdminAddUserToGroupCommand(member));
      else await pool.send(new AdminRemoveUserFromGroupCommand(member));
    },
    announce: (change) => publishEvent(bus, EVENT_BUS, 'licenseChanged', change),
    now,
    pause: backOff,
  });
}
