import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { stackTable } from '../../test/stack-tables.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { orderStore, type StoredOrder } from '../domain/orders/order-store.ts';
import { testFinishing } from '../domain/orders/test-finishing.ts';
import { paidOrder } from '../domain/orders/test-orders.ts';
import { newUser } from '../domain/users/new-user.ts';
import { userStore } from '../domain/users/user-store.ts';
import { testTables } from '../platform/test-tables.ts';
import { deskMoveLicense, deskReissueLicense } from './orders.ts';

const tables = ['Orders', 'Users', 'Audit'].map(stackTable);
const [ordersName = '', usersName = '', auditName = ''] = tables.map(({ name }) => name);
const client = testTables(...tables);
const orders = orderStore(client, ordersName);
const users = userStore(client, usersName);
const audit = auditStore(client, auditName);
/** The account with the typed address. */
let account: Record<string, string> | undefined;
const dependencies = {
  ...testFinishing(),
  audit,
  orders,
  users,
  pool: {
    send: async () => ({
      UserAttributes: Object.entries(account ?? {}).map(([Name, Value]) => ({ Name, Value })),
    }),
  },
  now: () => new Date('2026-11-28T12:00:00.000Z'),
  serveDesk: (_: object, act: (call: object) => Promise<unknown>) => act,
} as never;

let late: string;
let heir: string;
let orderId: string;
const addUser = (userId: string) =>
  client.send(
    new PutCommand({ TableName: usersName, Item: newUser(userId, `${userId}@example.test`, new Date(0)) }),
  );

beforeEach(async () => {
  [late, heir, orderId] = [randomUUID(), randomUUID(), `cs_${randomUUID().replaceAll('-', '')}`];
  await addUser(late);
  await addUser(heir);
  account = { sub: heir, email: `${heir}@example.test`, email_verified: 'true' };
  await orders.save(paidOrder(orderId, { userId: late }), undefined, []);
});

const call = (act: unknown, data: object) =>
  (act as (call: object) => Promise<unknown>)({
    caller: { userId: 'admin-1' },
    data: { orderId, reason: 'The holder died.', ...data },
  });
const move = (actionId: string = randomUUID(), data: object = {}) =>
  call(deskMoveLicense(dependencies), { actionId, seen: 2, email: `${heir}@example.test`, ...data });
const stored = async () => (await orders.find(orderId)) as StoredOrder;
const entriesOf = (value: string) => audit.find({ by: 'person', value });

describe('deskMoveLicense', () => {
  it('moves the license, with the reason in the entry of the earlier holder only, and no address', async () => {
    await move();
    expect(await stored()).toMatchObject({ userId: heir, buyerId: late, reissues: { count: 1 } });
    expect((await stored()).history.at(-1)?.cause).toBe('desk');
    const entries = [...(await entriesOf(late)), ...(await entriesOf(heir))];
    expect(entries).toMatchObject([
      { action: 'moveLicense', actorId: 'admin-1', reason: 'The holder died.', orderId, outcome: 'done' },
      { action: 'receive', actorId: 'admin-1', orderId, outcome: 'done' },
    ]);
    expect(entries[1]).not.toHaveProperty('reason');
    expect(JSON.stringify(entries)).not.toContain('@');
  });

  it('changes nothing when it is repeated, and refuses an order that has changed since', async () => {
    const actionId = randomUUID();
    await move(actionId);
    await move(actionId);
    expect((await stored()).reissues?.count).toBe(1);
    account = { sub: late, email: `${late}@example.test`, email_verified: 'true' };
    await expect(move()).rejects.toMatchObject({ code: 'aborted' });
  });

  it('may move a license that was passed on a moment ago', async () => {
    await move();
    account = { sub: late, email: `${late}@example.test`, email_verified: 'true' };
    await move(randomUUID(), { seen: 3 });
    expect(await stored()).toMatchObject({ userId: late, buyerId: late });
  });

  it.each<[string, () => Promise<unknown> | unknown]>([
    [
      'an account whose address is not confirmed',
      () => Object.assign(account ?? {}, { email_verified: 'false' }),
    ],
    ['an account without a first sign-in', () => Object.assign(account ?? {}, { sub: randomUUID() })],
    ['the account that holds it', () => Object.assign(account ?? {}, { sub: late })],
    [
      'a person with a license',
      async () => {
        const user = await users.find(heir);
        if (user)
          await orders.save(paidOrder(`cs_${heir.replaceAll('-', '')}`, { userId: heir }), undefined, [
            users.replaceLicenses(user, { cs_9: '2026-01-01T00:00:00.000Z' }),
          ]);
      },
    ],
    [
      'anybody while the payment is disputed',
      async () => orders.save({ ...(await stored()), status: 'disputed', version: 3 }, 2, []),
    ],
  ])('refuses %s, without an entry', async (_, change) => {
    await change();
    await expect(move()).rejects.toMatchObject({ code: expect.stringMatching(/not-found|aborted/) });
    expect((await stored()).userId).toBe(late);
    expect(await entriesOf(late)).toEqual([]);
  });
});

describe('deskReissueLicense', () => {
  it('writes the reason with the reissue, once for each action', async () => {
    const actionId = randomUUID();
    for (let repeated = 0; repeated < 2; repeated++)
      await call(deskReissueLicense(dependencies), { actionId, reason: 'The file got out.' });
    expect((await stored()).reissues).toMatchObject({ count: 1, requestId: actionId });
    expect(await entriesOf(late)).toMatchObject([
      { auditId: actionId, action: 'reissue', actorId: 'admin-1', reason: 'The file got out.' },
    ]);
  });
});
