import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { auditStore } from '../../lambdas/domain/desk/audit-store.ts';
import { stackTable } from '../stack-tables.ts';
import { openSmallWorld, paymentTables, type SmallWorld } from './small-world.ts';

vi.mock('../../lambdas/platform/record-metric.ts');

/*
 * A change and its audit entry are one transaction. In these tests the entry cannot be written, because
 * its id already exists.
 */
const client = paymentTables();
const audit = auditStore(client, stackTable('Audit').name);

let small: SmallWorld;
let actionId: string;

const inTheWay = () => ({
  auditId: actionId,
  at: '2026-01-01T00:00:00.000Z',
  actorId: 'somebody',
  action: 'note' as const,
  reason: 'In the way.',
  requestId: 'request-1',
});

beforeEach(async () => {
  small = await openSmallWorld(client);
  actionId = randomUUID();
  for (const outcome of ['requested', 'done'] as const) await audit.add({ ...inTheWay(), outcome });
});

async function buy(userId: string): Promise<string> {
  const { world } = small;
  const sessionId = await world.openWindow(userId, 'paid');
  await world.fakeStripe.actions.pay(sessionId, 'buyer@example.test');
  for (const event of [...world.waiting]) await world.handle(event);
  return sessionId;
}

describe('an action of the desk without its audit entry', () => {
  it.each([
    ['a full refund', undefined],
    ['a partial refund', 1000],
  ])('prevents %s', async (_, amountInCents) => {
    const { world, ana } = small;
    const orderId = await buy(ana);
    const before = await world.order(orderId);
    const refund = world.desk.refund(orderId, actionId, before?.history.length ?? 0, amountInCents);
    await expect(refund).rejects.toThrow('This order has just changed');
    expect(await world.order(orderId)).toEqual(before);
    expect(world.fakeStripe.store.refunds.size).toBe(0);
  });

  it('gives no license', async () => {
    const { world, ana } = small;
    const before = await world.user(ana);
    await world.desk.give(ana, actionId);
    expect(await world.order(`gift_${actionId}`)).toBeUndefined();
    expect(await world.user(ana)).toEqual(before);
    expect(world.groupRequests).toEqual([]);
  });

  it('revokes no license', async () => {
    const { world, ana } = small;
    const giftId = randomUUID();
    await world.desk.give(ana, giftId);
    const before = await world.order(`gift_${giftId}`);
    const revocation = world.desk.revoke(`gift_${giftId}`, actionId, 1);
    await expect(revocation).rejects.toThrow('This order has just changed');
    expect(await world.order(`gift_${giftId}`)).toEqual(before);
  });

  it('revokes no codes', async () => {
    const batchId = randomUUID();
    await small.world.desk.makeCodes(batchId);
    await expect(small.world.desk.revokeCodes(batchId, actionId)).rejects.toThrow('another action');
    expect((await small.world.desk.batch(batchId))?.status).toBe('valid');
  });

  it('creates no codes', async () => {
    await expect(small.world.desk.makeCodes(actionId)).rejects.toThrow('already made');
    expect(await small.world.desk.batch(actionId)).toBeUndefined();
  });
});

describe('a code', () => {
  it('does not work before its batch is complete', async () => {
    const { world, ana } = small;
    const batchId = randomUUID();
    const codes = await world.desk.makeCodes(batchId);
    await world.desk.reopen(batchId);
    await expect(world.desk.redeem(ana, codes[0] ?? '')).rejects.toThrow('We do not know this code');
    expect((await world.user(ana))?.licenses).toBeUndefined();
  });

  it('gives one license when two people redeem it at once', async () => {
    const { world, people, codes, batchId } = small;
    const outcomes = await Promise.allSettled(
      people.map((person) => world.desk.redeem(person, codes[0] ?? '')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.desk.redemptionsOf(batchId)).toHaveLength(1);
    expect(await world.desk.batch(batchId)).toMatchObject({ redeemedCount: 1 });
  });
});

describe('revoking codes', () => {
  it('accepts a repeated request, and refuses another one', async () => {
    const [batchId, revocation] = [randomUUID(), randomUUID()];
    const { desk } = small.world;
    await desk.makeCodes(batchId);
    await desk.revokeCodes(batchId, revocation);
    await desk.revokeCodes(batchId, revocation);
    await expect(desk.revokeCodes(batchId, randomUUID())).rejects.toThrow('already revoked');
    expect((await desk.batch(batchId))?.status).toBe('revoked');
  });
});

describe('making codes', () => {
  it('refuses a last day in the past, and creates nothing', async () => {
    const batchId = randomUUID();
    await expect(small.world.desk.makeCodes(batchId, '2025-01-01')).rejects.toThrow('in the past');
    expect(await small.world.desk.batch(batchId)).toBeUndefined();
  });
});
