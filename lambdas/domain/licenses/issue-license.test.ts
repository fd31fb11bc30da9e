import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { orderStore, type StoredOrder } from '../orders/order-store.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { newUser } from '../users/new-user.ts';
import type { StoredUser } from '../users/user-store.ts';
import { findLicensesDue, issueLicense } from './issue-license.ts';
import { readClaims } from './sign-license.ts';
import { verifyLicense } from './verify-license.ts';

const { client, names } = testSiteTables('Orders');
const orders = orderStore(client, names.Orders);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'EdDSA', use: 'sig' }] };
const signer = {
  keyId: 'key-1',
  sign: vi.fn(async (message: Uint8Array) => sign(null, message, privateKey)),
};
const publishLicenseIssued = vi.fn(async () => {});
const siteName = 'lorewright-dev';

let orderId: string;
let user: StoredUser | undefined;
const users = { find: async () => user };
const now = () => new Date('2026-11-01T11:00:00Z');
const dependencies = { siteName, orders, users, signer, publishLicenseIssued, now };
const issue = () => issueLicense(dependencies, orderId);
const stored = () => orders.find(orderId);
const fileOf = async () => (await stored())?.licenseFile ?? '';

const due = () => (user ? findLicensesDue(dependencies, user) : []);

async function putOrder(change: Partial<StoredOrder> = {}): Promise<StoredOrder> {
  const order: StoredOrder = {
    orderId,
    userId: 'user-1',
    priceId: 'price_1',
    termsVersion: '2025-06-13',
    amountInCents: 4900,
    amountRefundedInCents: 0,
    currency: 'usd',
    status: 'paid',
    createdAt: '2026-11-01T10:00:00.000Z',
    licensedAt: '2026-11-01T10:05:00.000Z',
    version: 1,
    history: [],
    ...change,
  };
  await orders.save(order, undefined, []);
  return order;
}

beforeEach(() => {
  orderId = randomUUID();
  signer.sign.mockReset();
  publishLicenseIssued.mockReset();
  user = {
    ...newUser('user-1', 'ana@example.test', new Date()),
    licenses: { [orderId]: '2026-11-01T10:05:00.000Z' },
  };
});

describe('issueLicense', () => {
  it('signs nothing for an unknown order', async () => {
    await issue();
    expect(signer.sign).not.toHaveBeenCalled();
    expect(publishLicenseIssued).not.toHaveBeenCalled();
  });

  it('signs the file, stores it with the order, and announces it', async () => {
    await putOrder();
    await issue();
    expect(await verifyLicense(await fileOf(), { keys, siteName })).toMatchObject({
      jti: orderId,
      email: 'ana@example.test',
    });
    expect(publishLicenseIssued).toHaveBeenCalledExactlyOnceWith({ orderId, userId: 'user-1' });
    expect(await stored()).not.toHaveProperty('isLicenseUnannounced');
  });

  it('signs and announces nothing when it is repeated', async () => {
    await putOrder();
    await issue();
    const before = await stored();
    await issue();
    expect(await stored()).toEqual(before);
    expect(signer.sign).toHaveBeenCalledOnce();
    expect(publishLicenseIssued).toHaveBeenCalledOnce();
  });

  it('announces the same file again when the run ended before the event was published', async () => {
    await putOrder();
    publishLicenseIssued.mockRejectedValueOnce(new Error('The bus is unavailable.'));
    await expect(issue()).rejects.toThrow('The bus is unavailable.');
    const file = await fileOf();
    await issue();
    expect(await fileOf()).toBe(file);
    expect(publishLicenseIssued).toHaveBeenCalledTimes(2);
    expect(await stored()).not.toHaveProperty('isLicenseUnannounced');
  });

  it('stores one file when it runs twice at once', async () => {
    await putOrder();
    await Promise.all([issue(), issue()]);
    expect(await verifyLicense(await fileOf(), { keys, siteName })).toMatchObject({ jti: orderId });
    expect((await stored())?.version).toBe(3);
    expect(new Set(publishLicenseIssued.mock.calls.map((call) => JSON.stringify(call)))).toEqual(
      new Set([JSON.stringify([{ orderId, userId: 'user-1' }])]),
    );
  });

  it('issues the file of an older order without an announcement', async () => {
    await putOrder({ licensedAt: '2026-10-01T10:05:00.000Z' });
    await issue();
    expect(await fileOf()).not.toBe('');
    expect(publishLicenseIssued).not.toHaveBeenCalled();
    expect(await due()).toEqual([]);
  });

  it('gives the file of a reissue a new id and its own announcement, and keeps the id for a new name', async () => {
    const reissues = { count: 2, at: '2026-11-01T10:30:00.000Z', requestId: 'request-1' };
    await putOrder({ licensedAt: '2025-11-01T10:05:00.000Z', reissues });
    await issue();
    const claims = { jti: `${orderId}.2`, iat: Date.parse(reissues.at) / 1000 };
    expect(readClaims(await fileOf())).toMatchObject(claims);
    expect(publishLicenseIssued).toHaveBeenCalledExactlyOnceWith({ orderId, userId: 'user-1', issue: 2 });
    if (user) user = { ...user, displayName: 'Ana' };
    await issue();
    expect(readClaims(await fileOf())).toMatchObject({ ...claims, name: 'Ana' });
    expect(publishLicenseIssued).toHaveBeenCalledOnce();
  });

  it('signs a new file for a new name', async () => {
    await putOrder();
    await issue();
    if (user) user = { ...user, displayName: 'Ana' };
    await issue();
    expect(readClaims(await fileOf())).toMatchObject({ name: 'Ana' });
  });

  it('signs a new file for a new address, without another announcement', async () => {
    await putOrder();
    await issue();
    if (user) user = { ...user, email: 'bea@example.test' };
    await issue();
    expect(readClaims(await fileOf())).toMatchObject({ email: 'bea@example.test' });
    expect(publishLicenseIssued).toHaveBeenCalledOnce();
  });

  it.each<[string, Partial<StoredOrder>]>([
    ['was refunded', { status: 'refunded' }],
    ['is a second payment', { refundReason: 'duplicate' }],
    ['was not paid yet', { status: 'created', licensedAt: '' }],
  ])('signs nothing for an order that %s', async (_, change) => {
    await putOrder(change);
    await issue();
    expect(signer.sign).not.toHaveBeenCalled();
    expect(publishLicenseIssued).not.toHaveBeenCalled();
  });

  it('stores nothing for a buyer who was deleted while it was signed', async () => {
    await putOrder();
    signer.sign.mockImplementationOnce(async (message) => {
      await orders.forgetHolder(paidOrder(orderId), 'user-1');
      return sign(null, message, privateKey);
    });
    await issue();
    expect(await stored()).not.toHaveProperty('licenseFile');
    expect(publishLicenseIssued).not.toHaveBeenCalled();
  });

  it('throws when the order keeps changing, so that the message is delivered again', async () => {
    await putOrder();
    signer.sign.mockImplementation(async (message) => {
      await client.send(
        new UpdateCommand({
          TableName: names.Orders,
          Key: { orderId },
          UpdateExpression: 'ADD version :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
      return sign(null, message, privateKey);
    });
    await expect(issue()).rejects.toThrow('kept changing');
    expect(signer.sign).toHaveBeenCalledTimes(5);
  });
});

describe('findLicensesDue', () => {
  it('finds only orders that are due', async () => {
    const [other, revoked] = [randomUUID(), randomUUID()];
    await putOrder();
    await issue();
    await putOrder({ orderId: other });
    await putOrder({ orderId: revoked, status: 'refunded' });
    if (user) user.licenses = { ...user.licenses, [other]: '', [revoked]: '', missing: '' };
    expect(await due()).toEqual([other]);
  });

  it('finds missing files, files with an old address, and unannounced files', async () => {
    await putOrder();
    expect(await due()).toEqual([orderId]);
    publishLicenseIssued.mockRejectedValueOnce(new Error('The bus is unavailable.'));
    await expect(issue()).rejects.toThrow();
    expect(await due()).toEqual([orderId]);
    await issue();
    expect(await due()).toEqual([]);
    if (user) user = { ...user, email: 'bea@example.test' };
    expect(await due()).toEqual([orderId]);
  });
});
