import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { deleteAccount } from '../lambdas/domain/accounts/delete-account.ts';
import { feedbackStore } from '../lambdas/domain/feedback/feedback-store.ts';
import { addressKey, mailLogStore } from '../lambdas/domain/mail/mail-log-store.ts';
import { orderStore } from '../lambdas/domain/orders/order-store.ts';
import { passOnStore } from '../lambdas/domain/orders/pass-on-store.ts';
import { referralStore } from '../lambdas/domain/referrals/referral-store.ts';
import { voteCounts } from '../lambdas/domain/roadmap/vote-counts.ts';
import { userStore } from '../lambdas/domain/users/user-store.ts';
import { testTables } from '../lambdas/platform/test-tables.ts';
import { stackTable, tables } from './stack-tables.ts';

// Runs the deletion on the stack's own tables, ends its process after each table request in turn,
// and runs it again.

const usersTable = stackTable('Users').name;
const feedbackTable = stackTable('Feedback').name;
const ordersTable = stackTable('Orders').name;
const referralsTable = stackTable('Referrals').name;
const limitsTable = stackTable('Limits').name;
const mailLogTable = stackTable('MailLog').name;

const client = testTables(...tables);
/**
 * The number of requests before the process ends: the last one reaches its table, and its response
 * is lost.
 */
let requestsLeft = Number.POSITIVE_INFINITY;
client.middlewareStack.add(
  (next) => async (args) => {
    const answer = await next(args);
    requestsLeft -= 1;
    if (requestsLeft === 0) throw new Error('killed');
    return answer;
  },
  { step: 'initialize' },
);

const codeOf = (userId: string) => `by-${userId}`;
const addressOf = (userId: string) => `${userId}@example.test`;
const mails = mailLogStore(client, mailLogTable);
const counts = voteCounts(client, feedbackTable);

async function addPerson(): Promise<string> {
  const userId = randomUUID();
  const put = (TableName: string, Item: object) => client.send(new PutCommand({ TableName, Item }));
  const referralCode = codeOf(userId);
  const votes = { marketplace: '2025-09-01T10:00:00Z' };
  await put(usersTable, { userId, email: addressOf(userId), referralCode, votes });
  await client.send(new TransactWriteCommand({ TransactItems: [counts.change('marketplace', 1)] }));
  await put(referralsTable, { code: referralCode, sortKey: 'owner', userId });
  await put(referralsTable, { code: referralCode, sortKey: 'day#2025-09-01', signUps: 1 });
  await put(referralsTable, { code: referralCode, sortKey: 'day#2025-09-01#7', impressions: 2 });
  await put(referralsTable, { code: referralCode, sortKey: 'conversion#order-1', isLicensed: true });
  for (const part of [1, 2]) {
    const ids = { feedbackId: `${userId}-${part}`, orderId: `${userId}-${part}`, userId };
    await put(feedbackTable, { ...ids, timestamp: '2025-09-01T10:00:00Z', content: 'More islands.' });
    await put(limitsTable, { id: `passOn#${ids.orderId}`, userId, email: 'friend@example.test' });
    await put(ordersTable, { ...ids, createdAt: `2025-09-0${part}T10:00:00Z`, referralCode: 'abc' });
  }
  const mail = { at: '2025-09-01T10:00:00Z', subject: 'Hello' };
  for (const personKey of [userId, addressKey(addressOf(userId))])
    await mails.add({ personKey, mailId: 'mail-1' }, mail);
  return userId;
}

function run(userId: string): Promise<void> {
  return deleteAccount(
    {
      removeSignIn: async () => {},
      closeCheckout: async () => {},
      users: userStore(client, usersTable),
      votes: counts,
      feedback: feedbackStore(client, feedbackTable),
      orders: orderStore(client, ordersTable),
      offers: passOnStore(client, limitsTable),
      referrals: referralStore(client, referralsTable),
      // Local tables are strongly consistent.
      letIndexesFollow: async () => {},
      forgetMails: () => mails.forget({ userId, email: addressOf(userId) }),
      sayGoodbye: async () => {},
      now: new Date(),
    },
    userId,
  );
}

async function whatIsLeft(userId: string) {
  const scan = async (TableName: string) =>
    (await client.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? [];
  const { Item: user } = await client.send(new GetCommand({ TableName: usersTable, Key: { userId } }));
  const orders = (await scan(ordersTable)).filter(({ orderId }) => orderId.startsWith(userId));
  return {
    user: user?.status,
    feedback: (await scan(feedbackTable)).filter((item) => item.userId === userId).length,
    orders: orders.length,
    offers: (await scan(limitsTable)).filter((item) => item.userId === userId).length,
    referrals: (await scan(referralsTable)).filter(({ code }) => code === codeOf(userId)).length,
    ordersOfPerson: orders.filter((order) => order.userId).length,
    mails: (await mails.page({ userId, email: addressOf(userId) }, undefined, 50)).items.length,
  };
}

const allGone = {
  user: 'deleted',
  feedback: 0,
  orders: 2,
  offers: 0,
  referrals: 0,
  ordersOfPerson: 0,
  mails: 0,
};

test('has the same result wherever a deletion is killed, and does not touch other users', async () => {
  const other = await addPerson();
  const before = await whatIsLeft(other);
  let kills = 0;
  for (let request = 1; ; request++) {
    const userId = await addPerson();
    requestsLeft = request;
    const outcome = await run(userId).then(
      () => 'done',
      (error: Error) => error.message,
    );
    requestsLeft = Number.POSITIVE_INFINITY;
    if (outcome === 'done') break;
    expect(outcome).toBe('killed');
    kills += 1;
    await run(userId);
    expect(await whatIsLeft(userId), `killed after request ${request}`).toEqual(allGone);
  }
  // The record twice, the referral code's owner, the user's other records and their three items,
  // two checks with a query of each table, each deleted item, and an offer of each order. Two queries and two entries of the
  // mail log.
  expect(kills).toBe(23);
  expect(await whatIsLeft(other)).toEqual(before);
  // Each deleted person has taken one vote along, and the other person still votes.
  const Key = { feedbackId: 'votes#marketplace' };
  const { Item: count } = await client.send(new GetCommand({ TableName: feedbackTable, Key }));
  expect(count?.votes).toBe(1);
});
