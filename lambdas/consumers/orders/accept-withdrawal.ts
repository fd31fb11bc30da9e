import * as events from '../../../contract/events/events.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { settleOrder } from '../../domain/orders/settle-order.ts';
import { readAccount } from '../../domain/users/read-account.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { processWithdrawal } from '../../domain/withdrawals/process-withdrawal.ts';
import { signWithdrawalToken } from '../../domain/withdrawals/withdrawal-token.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';
import { stripeAccount } from '../../platform/stripe.ts';
import { linkKey } from '../../wiring/link-key.ts';
import { mailOnce } from '../../wiring/mail-once.ts';
import { orderSettlement } from '../../wiring/order-settlement.ts';

const { LIMITS_TABLE, ORDERS_TABLE, SITE_URL, TEAM_ADDRESS, USERS_TABLE, USER_POOL_ID } = readConfig({
  LIMITS_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
  SITE_URL: resourceName,
  TEAM_ADDRESS: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const pool = cognito();
const settlement = orderSettlement(() => new Date());
const key = linkKey();
const send = mailOnce(() => new Date());
const readStripe = stripeAccount();

export const acceptWithdrawal = consume(events.withdrawalSubmitted, (withdrawal, context) =>
  processWithdrawal(
    {
      orders: orderStore(client, ORDERS_TABLE),
      users: userStore(client, USERS_TABLE),
      readAccount: (email) => readAccount(pool, USER_POOL_ID, email),
      readStripe,
      settle: async (sessionId, withdrawnAt) =>
        settleOrder(await settlement(), { sessionId, cause: 'withdrawal', withdrawnAt }),
      linkFor: async (statement) => {
        const token = signWithdrawalToken(await key(), statement);
        return `${SITE_URL}/withdraw#token=${token}`;
      },
      send: (email) => send(email, context),
      limits: limitStore(client, LIMITS_TABLE),
      now: () => new Date(),
      siteUrl: SITE_URL,
      teamAddress: TEAM_ADDRESS,
    },
    withdrawal,
  ),
);
