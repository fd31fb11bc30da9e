import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { termsVersion } from '../../../contract/rules/terms-versions.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { recordMetric } from '../../platform/record-metric.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from '../users/new-user.ts';
import { type Licenses, userStore } from '../users/user-store.ts';
import { giftPriceId, grantGift, revokeGift } from './gift-orders.ts';
import { orderStore, type StoredOrder } from './order-store.ts';
import { testFinishing } from './test-finishing.ts';
import { impossiblePart, paidOrder } from './test-orders.ts';

vi.mock('../../platform/record-metric.ts');

const { client, names } = testSiteTables('Users', 'Orders');
const users = userStore(client, names.Users);
const orders = orderStore(client, names.Orders);

const grantedAt = '2026-11-01T10:00:00.000Z';
const revokedAt = '2026-11-20T12:00:00.000Z';
const finishing = testFinishing();
const at = (time: string) => ({ orders, users, now: () => new Date(time), ...finishing });

const impossible = impossiblePart(names.Orders);

let userId: string;
let orderId: string;

const addUser = (licenses?: Licenses) =>
  client.send(
    new PutCommand({
      TableName: names.Users,
      Item: { ...newUser(userId, 'ana@example.test', new Date(0)), ...(licenses && { licenses }) },
    }),
  );
const grant = (change: Partial<Parameters<typeof grantGift>[1]> = {}, parts: TransactionPart[] = []) =>
  grantGift(at(grantedAt), { orderId, userId, priceId: 'price_1', source: 'gift', ...change }, parts);
const revoke = (seen = 1, parts: Parameters<typeof revokeGift>[2] = () => []) =>
  revokeGift(at(revokedAt), { orderId, seen, cause: 'desk' }, parts);

const step = (time: string, status: StoredOrder['status'], cause: string) => ({
  at: time,
  status,
  amountRefundedInCents: 0,
  cause,
});
/** The gift as stored, once its license was announced. */
const gift = (change: Partial<StoredOrder> = {}): StoredOrder => ({
  orderId,
  source: 'gift',
  userId,
  priceId: 'price_1',
  amountInCents: 0,
  taxInCents: 0,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'free',
  createdAt: grantedAt,
  licensedAt: grantedAt,
  termsVersion,
  version: 1,
  history: [step(grantedAt, 'free', change.source ?? 'gift')],
  ...change,
});
const granted = { change: 'granted', idempotencyKey: '1' } as const;

beforeEach(() => {
  vi.clearAllMocks();
  [userId, orderId] = [randomUUID(), `gift_${randomUUID()}`];
});

describe('giftPriceId', () => {
  it('is the price of the current offer', () => {
    expect(giftPriceId({ lifetime: 'price_2', earlyAccess: 'price_1' })).toBe('price_1');
  });

  it('throws when the stage does not sell the current offer', () => {
    expect(() => giftPriceId({ lifetime: 'price_2' })).toThrow(
      expect.objectContaining({ code: 'unavailable' }),
    );
  });
});

describe('grantGift', () => {
  it('stores an order without a payment, and the license of the person', async () => {
    await addUser();
    expect(await grant()).toEqual(gift({ outbox: [granted] }));
    expect(await orders.find(orderId)).toEqual(gift());
    expect(await users.find(userId)).toMatchObject({
      licenses: { [orderId]: grantedAt },
      subscription: { status: 'active', lastPaymentDate: grantedAt },
    });
  });

  it('stores which batch a code came from', async () => {
    await addUser();
    await grant({ source: 'code', batchId: 'batch-1' });
    expect(await orders.find(orderId)).toEqual(gift({ source: 'code', batchId: 'batch-1' }));
  });

  it('stores the name of the giver', async () => {
    await addUser();
    await grant({ giftFrom: 'Aunt May' });
    expect(await orders.find(orderId)).toEqual(gift({ giftFrom: 'Aunt May' }));
  });

  it('announces and counts the license', async () => {
    await addUser();
    await grant();
    expect(finishing.requestGroupSync).toHaveBeenCalledExactlyOnceWith(userId);
    expect(finishing.requestLicense).toHaveBeenCalledExactlyOnceWith(orderId);
    expect(finishing.publishLicenseChanged).toHaveBeenCalledExactlyOnceWith({ orderId, userId, ...granted });
    expect(recordMetric).toHaveBeenCalledExactlyOnceWith('LicensesGranted', { orderId });
  });

  it('finishes an order whose announcement was interrupted, and counts it once', async () => {
    await addUser();
    finishing.requestLicense.mockRejectedValueOnce(new Error('out of time'));
    await expect(grant()).rejects.toThrow('out of time');
    expect(await grant()).toEqual(gift({ outbox: [granted] }));
    expect(await orders.find(orderId)).toEqual(gift());
    expect(finishing.publishLicenseChanged).toHaveBeenCalledOnce();
    expect(recordMetric).toHaveBeenCalledOnce();
  });

  it('does not give the order of one person to another', async () => {
    await addUser();
    await grant();
    expect(await grant({ userId: 'somebody-else' })).toBeUndefined();
    expect(await orders.find(orderId)).toEqual(gift());
  });

  it('gives nothing to a person who has never signed in', async () => {
    await expect(grant()).rejects.toMatchObject({ code: 'not-found' });
    expect(await orders.find(orderId)).toBeUndefined();
  });

  it('gives no second license', async () => {
    await addUser({ cs_1: grantedAt });
    await expect(grant()).rejects.toMatchObject({ code: 'aborted' });
    expect(await orders.find(orderId)).toBeUndefined();
  });

  it('gives a license to a person whose earlier license has ended', async () => {
    await addUser({});
    await grant();
    expect(await users.find(userId)).toMatchObject({ licenses: { [orderId]: grantedAt } });
  });

  it('stores and counts nothing when another part of the transaction fails', async () => {
    await addUser();
    expect(await grant({}, [impossible])).toBeUndefined();
    expect(await orders.find(orderId)).toBeUndefined();
    expect(await users.find(userId)).not.toHaveProperty('licenses');
    expect(finishing.publishLicenseChanged).not.toHaveBeenCalled();
    expect(recordMetric).not.toHaveBeenCalled();
  });
});

describe('revokeGift', () => {
  const revoked = { change: 'revoked', idempotencyKey: '2' } as const;
  const revokedGift = (change: Partial<StoredOrder> = {}) =>
    gift({
      status: 'revoked',
      version: 2,
      history: [step(grantedAt, 'free', 'gift'), step(revokedAt, 'revoked', 'desk')],
      ...change,
    });

  it('ends the license, and announces it', async () => {
    await addUser();
    await grant();
    finishing.publishLicenseChanged.mockClear();
    expect(await revoke()).toEqual(revokedGift({ outbox: [revoked] }));
    expect(await orders.find(orderId)).toEqual(revokedGift());
    expect(await users.find(userId)).toMatchObject({ licenses: {}, subscription: { status: 'none' } });
    expect(finishing.publishLicenseChanged).toHaveBeenCalledExactlyOnceWith({ orderId, userId, ...revoked });
  });

  it('keeps the other licenses of the person', async () => {
    await addUser({ [orderId]: grantedAt, cs_1: grantedAt });
    await orders.save(gift(), undefined, []);
    await revoke();
    expect(await users.find(userId)).toMatchObject({ licenses: { cs_1: grantedAt } });
  });

  it('announces a license that was not announced yet before it announces its end', async () => {
    await addUser();
    finishing.requestGroupSync.mockRejectedValueOnce(new Error('out of time'));
    await expect(grant()).rejects.toThrow('out of time');
    expect(await revoke()).toEqual(revokedGift({ outbox: [granted, revoked] }));
  });

  it('stores the order and the given parts, or nothing', async () => {
    await addUser();
    await grant();
    const parts = vi.fn(() => [impossible]);
    await expect(revoke(1, parts)).rejects.toMatchObject({ code: 'aborted' });
    expect(parts).toHaveBeenCalledWith(gift());
    expect(await orders.find(orderId)).toEqual(gift());
    expect(await users.find(userId)).toMatchObject({ licenses: { [orderId]: grantedAt } });
  });

  it('refuses an order that has changed since the admin saw it', async () => {
    await addUser();
    await grant();
    await expect(revoke(0)).rejects.toMatchObject({ code: 'aborted' });
    expect(await orders.find(orderId)).toEqual(gift());
  });

  it('revokes a license once', async () => {
    await addUser();
    await grant();
    await revoke();
    await expect(revoke(2)).rejects.toMatchObject({
      code: 'aborted',
      message: 'This license was already revoked.',
    });
  });

  it('does not revoke a paid order', async () => {
    await addUser({ [orderId]: grantedAt });
    await orders.save(paidOrder(orderId, { userId }), undefined, []);
    await expect(revoke(2)).rejects.toMatchObject({ code: 'not-found' });
    expect(await users.find(userId)).toMatchObject({ licenses: { [orderId]: grantedAt } });
  });

  it('refuses the gift of a person who has deleted the account', async () => {
    await orders.save(gift(), undefined, []);
    await expect(revoke()).rejects.toMatchObject({ code: 'not-found' });
    await orders.forgetHolder(gift(), userId);
    await expect(revoke()).rejects.toMatchObject({ code: 'not-found' });
  });
});
