import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { feedbackStore } from '../feedback/feedback-store.ts';
import { mailLogStore } from '../mail/mail-log-store.ts';
import { orderStore } from '../orders/order-store.ts';
import { passOnStore } from '../orders/pass-on-store.ts';
import { referralStore } from '../referrals/referral-store.ts';
import { userStore } from '../users/user-store.ts';
import { auditStore } from './audit-store.ts';

/** The tables with data about a person, in memory, and their stores. */
export function testPersonStores() {
  const tables = {
    users: stackTable('Users'),
    orders: stackTable('Orders'),
    feedback: stackTable('Feedback'),
    referrals: stackTable('Referrals'),
    audit: stackTable('Audit'),
    mails: stackTable('MailLog'),
    limits: stackTable('Limits'),
  };
  const client = testTables(...Object.values(tables));
  const stores = {
    users: userStore(client, tables.users.name),
    orders: orderStore(client, tables.orders.name),
    feedback: feedbackStore(client, tables.feedback.name),
    passOns: passOnStore(client, tables.limits.name),
    referrals: referralStore(client, tables.referrals.name),
    audit: auditStore(client, tables.audit.name),
    mails: mailLogStore(client, tables.mails.name),
  };
  return { client, tables, stores };
}
