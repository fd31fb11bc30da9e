import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  UserNotFoundException,
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
  const { EVENT_BUS, ORDERS_TABLE, REFERRALS_TABLE, SITE_URL, USERS_TABLE, USER_POOL_ID } = readConfig({
    EVENT_BUS: resourceName,
    ORDERS_TABLE: resourceName,
    REFERRALS_TABLE: resourceName,
    SITE_URL: resourceName,
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
    siteUrl: SITE_URL,
    orders: orderStore(client, ORDERS_TABLE),
    users: userStore(client, USERS_TABLE),
    referrals: referralStore(client, REFERRALS_TABLE),
    async setPaid(userId, isPaid) {
      const member = { UserPoolId: USER_POOL_ID, Username: userId, GroupName: group };
      try {
        if (isPaid) await pool.send(new AdminAddUserToGroupCommand(member));
        else await pool.send(new AdminRemoveUserFromGroupCommand(member));
      } catch (error) {
        // The account is being deleted: its record goes next, and with it whatever it could do.
        if (!(error instanceof UserNotFoundException)) throw error;
      }
    },
    announce: (change) => publishEvent(bus, EVENT_BUS, 'licenseChanged', change),
    now,
    pause: backOff,
  });
}
