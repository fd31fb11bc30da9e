import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { limitStore } from '../../lambdas/domain/limits/limit-store.ts';
import { impressionShards, referralStore } from '../../lambdas/domain/referrals/referral-store.ts';
import { testTables } from '../../lambdas/platform/test-tables.ts';
import { stackTable } from '../stack-tables.ts';
import { conflictingClient } from './conflicting-client.ts';
import { openPaymentWorld } from './payment-world.ts';

vi.mock('../../lambdas/platform/record-metric.ts');

const tables = ['Orders', 'Users', 'Referrals', 'Limits'].map(stackTable);
const referrals = stackTable('Referrals').name;
const limits = stackTable('Limits').name;
const local = testTables(...tables);
const now = new Date('2026-01-01T12:00:00Z');

test('settles an order while visitors follow the referral link', async () => {
  let counted = 0;
  let isFollowing = false;
  const code = `code-${randomUUID()}`;
  /** Within each running transaction: a visit of each shard, and two registrations. */
  const follow = async () => {
    if (isFollowing) return;
    isFollowing = true;
    for (let shard = 0; shard < impressionShards; shard++) {
      await referralStore(client, referrals).countImpression(code, now, shard);
      counted += 1;
    }
    const onlyOnce = limitStore(client, limits).onlyOnce('signUp', randomUUID(), now);
    await referralStore(client, referrals).countSignUp(code, onlyOnce, now);
    isFollowing = false;
  };
  const { client, conflicts } = conflictingClient(local, tables, () => follow());
  const people = [`ana-${code}`, `ben-${code}`] as const;
  const world = await openPaymentWorld(client, people);
  await world.giveCode(people[0], code);
  const sessionId = await world.openWindow(people[1], 'paid', code);
  await world.fakeStripe.actions.pay(sessionId, 'buyer@example.test');
  counted = 0;
  for (const event of [...world.waiting]) await world.handle(event);

  expect(counted).toBeGreaterThanOrEqual(impressionShards);
  expect(conflicts).toEqual([]);
  expect(await world.conversions(code)).toEqual({ [sessionId]: true });
});

test('stores a conversion when the referrer deletes the account at the same time', async () => {
  const code = `code-${randomUUID()}`;
  const people = [`ana-${code}`, `ben-${code}`] as const;
  let leave = async () => {};
  const { client, conflicts } = conflictingClient(local, tables, () => leave());
  const world = await openPaymentWorld(client, people);
  await world.giveCode(people[0], code);
  const sessionId = await world.openWindow(people[1], 'paid', code);
  await world.fakeStripe.actions.pay(sessionId, 'buyer@example.test');
  leave = async () => {
    leave = async () => {};
    await referralStore(client, referrals).remove(code, people[0]);
  };
  for (const event of [...world.waiting]) await world.handle(event);

  expect(conflicts).toEqual([]);
  // The daily sweep removes it, because its owner was deleted.
  expect(await world.conversions(code)).toEqual({ [sessionId]: true });
  expect((await world.order(sessionId))?.licensedAt).toBeDefined();
});
