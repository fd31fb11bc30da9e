import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from '../users/new-user.ts';
import { userStore } from '../users/user-store.ts';
import { orderStore, type StoredOrder } from './order-store.ts';
import { reissueLicense } from './reissue-license.ts';
import { testFinishing } from './test-finishing.ts';
import { impossiblePart, paidOrder, refundedOrder } from './test-orders.ts';

const { client, names } = testSiteTables('Users', 'Orders');
const users = userStore(client, names.Users);
const orders = orderStore(client, names.Orders);
const at = '2026-11-28T12:00:00.000Z';
const finishing = testFinishing();
const dependencies = { orders, users, now: () => new Date(at), ...finishing };

let userId: string;
let orderId: string;

beforeEach(async () => {
  vi.clearAllMocks();
  [userId, orderId] = [randomUUID(), `cs_${randomUUID()}`];
  await client.send(
    new PutCommand({ TableName: names.Users, Item: newUser(userId, 'ana@example.test', new Date(0)) }),
  );
});

const add = (order: StoredOrder) => orders.save(order, undefined, []);
const addPaid = (change: Partial<StoredOrder> = {}) =>
  add(paidOrder(orderId, { userId, licenseFile: 'header.claims.signature', ...change }));
const reissue = (requestId: string, holderId?: string, parts = () => [] as never[]) =>
  reissueLicense(dependencies, { orderId, requestId, ...(holderId ? { holderId } : {}) }, parts);
const stored = () => orders.find(orderId);

describe('reissueLicense', () => {
  it('removes the file, counts the reissue, and asks for the new file', async () => {
    await addPaid({ isLicenseUnannounced: true });
    await reissue('request-1', userId);
    const { licenseFile, isLicenseUnannounced, outbox, ...order } = (await stored()) as StoredOrder;
    expect([licenseFile, isLicenseUnannounced, outbox]).toEqual([undefined, undefined, undefined]);
    expect(order.reissues).toEqual({ count: 1, at, requestId: 'request-1' });
    expect(finishing.requestLicense).toHaveBeenCalledExactlyOnceWith(orderId);
    expect(finishing.publishUserChanged).toHaveBeenCalledExactlyOnceWith(userId);
    expect(finishing.publishLicenseChanged).not.toHaveBeenCalled();
  });

  it('counts each request once, however often it arrives', async () => {
    await addPaid();
    await Promise.all([reissue('request-1', userId), reissue('request-1', userId)]);
    await reissue('request-1', userId);
    expect((await stored())?.reissues?.count).toBe(1);
    await reissue('request-2', userId);
    expect((await stored())?.reissues).toEqual({ count: 2, at, requestId: 'request-2' });
  });

  it('asks for the file when the request is repeated after an interruption', async () => {
    await addPaid();
    finishing.requestLicense.mockRejectedValueOnce(new Error('away'));
    await expect(reissue('request-1', userId)).rejects.toThrow('away');
    expect(await stored()).toHaveProperty('outbox');
    await reissue('request-1', userId);
    expect(finishing.requestLicense).toHaveBeenCalledTimes(2);
    expect(await stored()).not.toHaveProperty('outbox');
    expect((await stored())?.reissues?.count).toBe(1);
  });

  it('keeps what the outbox has still to announce', async () => {
    await addPaid({ outbox: [{ change: 'granted', idempotencyKey: '2' }] });
    await reissue('request-1', userId);
    expect(finishing.publishLicenseChanged).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ change: 'granted' }),
    );
  });

  it.each<[string, () => StoredOrder]>([
    ['that does not exist', () => paidOrder('cs_other', { userId })],
    ['of another person', () => paidOrder(orderId, { userId: 'user-2' })],
    ['whose license has ended', () => refundedOrder(orderId, { userId })],
    ['whose account is deleted', () => paidOrder(orderId, { userId: undefined })],
  ])('refuses an order %s', async (_, order) => {
    await add(order());
    await expect(reissue('request-1', userId)).rejects.toMatchObject({ code: 'not-found' });
    expect((await stored())?.reissues).toBeUndefined();
  });

  it('lets the team act for every holder, but writes nothing without the audit entry', async () => {
    await addPaid();
    await expect(
      reissue('request-1', undefined, () => [impossiblePart(names.Orders)] as never[]),
    ).rejects.toMatchObject({ code: 'aborted' });
    expect((await stored())?.licenseFile).toBeDefined();
    await reissue('request-1');
    expect((await stored())?.licenseFile).toBeUndefined();
  });

  it('does not write the user id of an account that is being deleted again', async () => {
    await addPaid();
    await users.remove(userId, undefined, new Date());
    await expect(reissue('request-1', userId)).rejects.toMatchObject({ code: 'aborted' });
  });
});
