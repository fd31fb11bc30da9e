import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, vi } from 'vitest';
import { recordMetric } from '../../lambdas/platform/record-metric.ts';
import { expectCounts, expectTruth } from './expect-truth.ts';
import { openSmallWorld, type SmallWorld } from './small-world.ts';
import { deliverAll, type Step, takeStep, withdraw } from './steps.ts';

/** The end of a sequence: all events are handled, or all are lost and we reconcile with Stripe. */
export type Ending = 'events' | 'comparison';

/** Three checkouts are open at the start, two of them of one buyer, so that few steps suffice. */
const openings = [
  { which: 1, offer: 'paid', code: 'of Ana' },
  { which: 1, offer: 'paid', code: undefined },
  { which: 2, offer: 'paid', code: 'of Ana' },
] as const;

/**
 * Plays a sequence, handles or drops the remaining events, and expects that every record matches the payments.
 * Needs a mock of `count`.
 */
export async function play(
  client: DynamoDBDocumentClient,
  steps: Step[],
  endsBy: Ending,
): Promise<SmallWorld> {
  vi.mocked(recordMetric).mockClear();
  const small = await openSmallWorld(client);
  for (const opening of openings) {
    await takeStep(small, { what: 'open a window', other: 0, trouble: undefined, ...opening });
  }
  const { world, leaving } = small;
  for (const one of steps) {
    world.pass(1);
    if (one.other % 3 === 0) await world.arrive();
    await takeStep(small, one);
  }
  for (const goOn of small.slow) await goOn();
  await world.arrive();
  // An interrupted deletion runs again. Then either all events and messages are handled, or all are
  // lost and we reconcile.
  for (const person of leaving) await world.deleteAccount(person);
  while (world.withdrawals.length > 0) await withdraw(small);
  world.pass(700);
  await world.desk.complete();
  if (endsBy === 'events') {
    await deliverAll(small);
    world.groupRequests.push(...small.deadLetters);
  } else {
    world.groupRequests.length = 0;
    world.licenses.requests.length = 0;
    await reconcileAll(small);
    await world.sweepUsers();
  }
  await world.handleMessages();
  await expectTruth(small);
  await expectCounts(
    small,
    steps.every(({ trouble }) => !trouble),
  );
  // Nothing is left to repair.
  world.pass(700);
  expect(await world.reconcile()).toEqual([]);
  return small;
}

async function reconcileAll({ world }: SmallWorld): Promise<void> {
  for (let round = 0; ; round++) {
    expect(round, 'repairs without end').toBeLessThan(10);
    world.pass(700);
    if ((await world.reconcile()).length === 0) return;
    await world.handleMessages();
  }
}
