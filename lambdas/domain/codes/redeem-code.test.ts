import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { CodeBatch } from '../../../contract/records/code-batch.ts';
import { readCode } from '../../../contract/rules/license-codes.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { revokeGift } from '../orders/gift-orders.ts';
import { orderStore, type StoredOrder } from '../orders/order-store.ts';
import { testFinishing } from '../orders/test-finishing.ts';
import { newUser } from '../users/new-user.ts';
import { userStore } from '../users/user-store.ts';
import { codeStore, hashCode, newCode } from './code-store.ts';
import { type RedeemDependencies, redeemCode } from './redeem-code.ts';

vi.mock('../../platform/record-metric.ts');

const { client, names } = testSiteTables('Users', 'Orders', 'Codes', 'Audit');
const users = userStore(client, names.Users);
const orders = orderStore(client, names.Orders);
const codes = codeStore(client, names.Codes);
const audit = auditStore(client, names.Audit);

const lastDay = '2026-12-31';
const inTime = '2026-12-31T23:59:59.000Z';
const tooLate = '2027-01-01T00:00:00.000Z';
const finishing = testFinishing();

let ana: string;
let ben: string;
let batchId: string;
let code: string;
let otherCode: string;

async function addPerson(): Promise<string> {
  const userId = randomUUID();
  const Item = newUser(userId, 'person@example.test', new Date(0));
  await client.send(new PutCommand({ TableName: names.Users, Item }));
  return userId;
}

const entry = (action: AuditEntry['action']) =>
  audit.part({
    auditId: randomUUID(),
    at: inTime,
    actorId: 'admin-1',
    action,
    outcome: 'done',
    requestId: 'request-1',
  });

async function addBatch(status: CodeBatch['status'], ...made: string[]): Promise<string> {
  const id = randomUUID();
  const batch = { batchId: id, kind: 'gift', note: 'A note.', count: 2, redeemedCount: 0, status } as const;
  await codes.create({ ...batch, createdAt: '2026-11-01T10:00:00.000Z', lastDay }, entry('createCodes'));
  await codes.addCodes(id, made.map(hashOf));
  return id;
}

const hashOf = (made: string) => hashCode(readCode(made) ?? '');
const endBatch = () => codes.revoke(batchId, entry('revokeCodes'));

const redeem = (
  userId: string,
  typed: string,
  { time = inTime, ...change }: Partial<RedeemDependencies> & { time?: string } = {},
) =>
  redeemCode(
    { orders, users, codes, priceId: 'price_1', now: () => new Date(time), ...finishing, ...change },
    userId,
    typed,
  );
const licensesOf = async (userId: string) => Object.keys((await users.find(userId))?.licenses ?? {});
const refusal = (text: string) => ({ code: 'aborted', message: expect.stringContaining(text) });

beforeEach(async () => {
  vi.clearAllMocks();
  [ana, ben] = [await addPerson(), await addPerson()];
  [code, otherCode] = [newCode(), newCode()];
  batchId = await addBatch('valid', code, otherCode);
});

describe('redeemCode', () => {
  it('gives a person the license of a code', async () => {
    const { orderId } = await redeem(ana, code);
    expect(await orders.find(orderId)).toMatchObject({
      userId: ana,
      source: 'code',
      batchId,
      priceId: 'price_1',
      status: 'free',
    });
    expect(await licensesOf(ana)).toEqual([orderId]);
    expect(await codes.redemptionsOf(batchId)).toEqual([{ orderId, redeemedAt: inTime }]);
    expect(await codes.findBatch(batchId)).toMatchObject({ redeemedCount: 1 });
  });

  it('gives each code its own order, whose id does not reveal the code', async () => {
    const [{ orderId }, other] = [await redeem(ana, code), await redeem(ben, otherCode)];
    expect(other.orderId).not.toBe(orderId);
    expect(orderId).toMatch(/^gift_[A-Za-z0-9]{30,}$/);
    const revealing = [hashOf(code), hashCode(code)].map((hash) => hash.replace(/[-_]/g, ''));
    for (const hash of revealing) expect(orderId).not.toContain(hash);
  });

  it('accepts a code as a person types it', async () => {
    const { orderId } = await redeem(ana, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
    expect(await licensesOf(ana)).toEqual([orderId]);
  });

  it.each([
    ['a text that cannot be a code', 'ABCD'],
    ['a code that nobody made', '2222-3333-4444-5555'],
  ])('does not know %s', async (_, typed) => {
    await expect(redeem(ana, typed)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('refuses a second code of a kind whose license was passed on', async () => {
    const order = await redeem(ana, code);
    const { version } = (await orders.find(order.orderId)) ?? order;
    const user = await users.find(ana);
    const moved = { ...order, userId: ben, buyerId: ana, passedOnAt: inTime, version: version + 1 };
    await orders.save(moved, version, user ? [users.replaceLicenses(user, {})] : []);
    await expect(redeem(ana, otherCode)).rejects.toMatchObject(refusal('already used a code of this kind'));
  });

  it('refuses the code of an incomplete batch as unknown', async () => {
    const early = newCode();
    await addBatch('incomplete', early);
    await expect(redeem(ana, early)).rejects.toMatchObject({ code: 'not-found' });
    expect(await licensesOf(ana)).toEqual([]);
  });

  it('refuses a revoked code', async () => {
    await endBatch();
    await expect(redeem(ana, code)).rejects.toMatchObject(refusal('no longer valid'));
    expect(await licensesOf(ana)).toEqual([]);
  });

  it('rejects a code after its last day, in UTC', async () => {
    await expect(redeem(ana, code, { time: tooLate })).rejects.toMatchObject(refusal('expired'));
    expect(await licensesOf(ana)).toEqual([]);
  });
});

describe('a code that was used', () => {
  it('gives nothing to another person', async () => {
    await redeem(ana, code);
    await expect(redeem(ben, code)).rejects.toMatchObject(refusal('already been used'));
    expect(await licensesOf(ben)).toEqual([]);
  });

  it('gives nothing after its owner has deleted the account', async () => {
    await orders.forgetHolder(await redeem(ana, code), ana);
    await expect(redeem(ben, code)).rejects.toMatchObject(refusal('already been used'));
  });

  it('gives nothing when its order is missing, for example after a restored backup', async () => {
    const find = async () => undefined;
    await redeem(ana, code);
    await expect(redeem(ana, code, { orders: { ...orders, find } })).rejects.toMatchObject(
      refusal('already been used'),
    );
  });

  it('returns the same license to its owner, even when the batch has ended since', async () => {
    const { orderId } = await redeem(ana, code);
    await endBatch();
    expect(await redeem(ana, code, { time: tooLate })).toMatchObject({ orderId });
    expect(await licensesOf(ana)).toEqual([orderId]);
    expect(await codes.findBatch(batchId)).toMatchObject({ redeemedCount: 1 });
  });

  it('finishes an interrupted redemption when its owner repeats it', async () => {
    finishing.requestLicense.mockRejectedValueOnce(new Error('out of time'));
    await expect(redeem(ana, code)).rejects.toThrow('out of time');
    const { orderId } = await redeem(ana, code);
    expect(finishing.requestLicense).toHaveBeenLastCalledWith(orderId);
    expect(await orders.find(orderId)).not.toHaveProperty('outbox');
    expect(await codes.findBatch(batchId)).toMatchObject({ redeemedCount: 1 });
  });
});

describe('a person', () => {
  const revokeLicense = ({ orderId, history }: StoredOrder) => {
    const dependencies = { orders, users, now: () => new Date(inTime), ...finishing };
    return revokeGift(dependencies, { orderId, seen: history.length, cause: 'desk' }, () => []);
  };

  it('uses one code of a batch, even after its license was revoked', async () => {
    await revokeLicense(await redeem(ana, code));
    await expect(redeem(ana, otherCode)).rejects.toMatchObject(refusal('a code of this kind'));
    expect(await codes.findCode(hashOf(otherCode))).not.toHaveProperty('orderId');
  });

  it('uses a code of another batch after the license of the first was revoked', async () => {
    await revokeLicense(await redeem(ana, code));
    const later = newCode();
    await addBatch('valid', later);
    const { orderId } = await redeem(ana, later);
    expect(await licensesOf(ana)).toEqual([orderId]);
    // The first batch is still used up.
    await expect(redeem(ana, otherCode)).rejects.toMatchObject(refusal('a code of this kind'));
  });
});

describe('at the same time', () => {
  it('gives the license of a code to one of two people', async () => {
    const outcomes = await Promise.allSettled([redeem(ana, code), redeem(ben, code)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect([...(await licensesOf(ana)), ...(await licensesOf(ben))]).toHaveLength(1);
    expect(await codes.findBatch(batchId)).toMatchObject({ redeemedCount: 1 });
  });

  it('uses only one of two codes of a person', async () => {
    const outcomes = await Promise.allSettled([redeem(ana, code), redeem(ana, otherCode)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await licensesOf(ana)).toHaveLength(1);
    expect(await codes.redemptionsOf(batchId)).toHaveLength(1);
  });

  it('rejects a redemption if the batch is revoked after it was read', async () => {
    const revokeBetween = {
      ...orders,
      async ofUser(userId: string) {
        await endBatch();
        return orders.ofUser(userId);
      },
    };
    await expect(redeem(ana, code, { orders: revokeBetween })).rejects.toMatchObject(refusal('just changed'));
    expect(await licensesOf(ana)).toEqual([]);
    expect(await codes.findCode(hashOf(code))).not.toHaveProperty('orderId');
  });
});
