import * as deskPersonOperations from '../../../contract/operations/desk-person-operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { readPerson } from '../../domain/desk/read-person.ts';
import { feedbackStore } from '../../domain/feedback/feedback-store.ts';
import { mailLogStore } from '../../domain/mail/mail-log-store.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { referralStore } from '../../domain/referrals/referral-store.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const {
  AUDIT_TABLE,
  FEEDBACK_TABLE,
  MAIL_LOG_TABLE,
  ORDERS_TABLE,
  REFERRALS_TABLE,
  USERS_TABLE,
  USER_POOL_ID,
} = readConfig({
  AUDIT_TABLE: resourceName,
  FEEDBACK_TABLE: resourceName,
  MAIL_LOG_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
  REFERRALS_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const client = dynamodb();
const dependencies = {
  pool: cognito(),
  userPoolId: USER_POOL_ID,
  users: userStore(client, USERS_TABLE),
  orders: orderStore(client, ORDERS_TABLE),
  feedback: feedbackStore(client, FEEDBACK_TABLE),
  referrals: referralStore(client, REFERRALS_TABLE),
  audit: auditStore(client, AUDIT_TABLE),
  mails: mailLogStore(client, MAIL_LOG_TABLE),
  now: () => new Date(),
};

export const deskPerson = serveDesk(deskPersonOperations.deskPerson, ({ data }) =>
  readPerson(dependencies, data),
);
