import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stackTable } from '../../test/stack-tables.ts';
import { type AuditStore, auditStore } from '../domain/desk/audit-store.ts';
import { type OrderStore, orderStore, type StoredOrder } from '../domain/orders/order-store.ts';
import { testFinishing } from '../domain/orders/test-finishing.ts';
import { paidOrder, refundedOrder } from '../domain/orders/test-orders.ts';
import { newUser } from '../domain/users/new-user.ts';
import { userStore } from '../domain/users/user-store.ts';
import { testTables } from '../platform/test-tables.ts';
import { deskLicenseFile, deskMoveLicense, deskReissueLicense } from './orders.ts';

const tables = ['Orders', 'Users', 'Audit'].map(stackTable);
const [ordersName = '', usersName = '', auditName = ''] = tables.map(({ name }) => name);
const client = testTables(...tables);
const orders = orderStore(client, ordersName);
const users = userStore(client, usersName);
const audit = auditStore(client, auditName);
const now = new Date('2026-11-28T12:00:00.000Z');
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
  now: () => now,
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

describe('deskLicenseFile', () => {
  const file = { licenseFile: 'header.claims.signature' };
  const find = vi.fn<OrderStore['find']>();
  const begin = vi.fn<AuditStore['begin']>();

  /** The operation, called by an admin. */
  function download(): Promise<unknown> {
    const dependencies = {
      audit: { begin },
      orders: { find },
      now: () => now,
      serveDesk: (_: object, act: (call: object) => Promise<unknown>) => act,
    };
    const act = deskLicenseFile(dependencies as never) as unknown as (call: object) => Promise<unknown>;
    return act({
      caller: { userId: 'admin-1' },
      data: { actionId: 'action-1', orderId: 'cs_1', reason: 'No email arrives.' },
    });
  }

  beforeEach(() => {
    find.mockReset().mockResolvedValue(paidOrder('cs_1', file));
    begin.mockReset().mockResolvedValue(undefined);
  });

  it('returns the file, after an entry that names the admin, the person and the reason', async () => {
    expect(await download()).toEqual(file);
    expect(begin).toHaveBeenCalledExactlyOnceWith({
      auditId: 'action-1',
      action: 'licenseFile',
      actorId: 'admin-1',
      personId: 'user-1',
      orderId: 'cs_1',
      reason: 'No email arrives.',
      requestId: '',
      outcome: 'done',
      at: now.toISOString(),
    });
  });

  it('returns no file when the entry cannot be written', async () => {
    begin.mockRejectedValue(new Error('away'));
    await expect(download()).rejects.toThrow('away');
  });

  it.each<[string, StoredOrder | undefined]>([
    ['that does not exist', undefined],
    ['whose file is not issued yet', paidOrder('cs_1')],
    ['whose license has ended', refundedOrder('cs_1', file)],
    ['of a deleted account', paidOrder('cs_1', { ...file, userId: undefined })],
  ])('refuses an order %s, without an entry', async (_, order) => {
    find.mockResolvedValue(order);
    await expect(download()).rejects.toMatchObject({ code: 'not-found' });
    expect(begin).not.toHaveBeenCalled();
  });
});
