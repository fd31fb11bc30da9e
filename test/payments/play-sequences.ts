import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderStatuses } from '../../contract/records/order-states.ts';
import { statusOf } from './payment-model.ts';
import { type Ending, play } from './play.ts';
import { paymentTables } from './small-world.ts';
import { anyStep, type Step } from './steps.ts';

const parts = 2;
const sequences = Math.ceil(Number(process.env.PAYMENT_SEQUENCES ?? 30) / parts);

const stepOf = (what: Step['what']): Step => ({
  what,
  which: 0,
  other: 1,
  offer: 'paid',
  code: undefined,
  trouble: undefined,
});

const freePurchase: Step[] = [{ ...stepOf('start a checkout'), offer: 'free' }, stepOf('pay')];

const deliveries: Step[] = Array.from({ length: 4 }, () => stepOf('deliver'));

const refundAndDeletion: Step[] = [
  stepOf('pay'),
  ...deliveries,
  stepOf('refund'),
  ...deliveries,
  stepOf('delete the account'),
];

const withdrawal: Step[] = [
  stepOf('pay'),
  ...deliveries,
  { ...stepOf('state a withdrawal'), other: 1 },
  stepOf('handle a withdrawal'),
];

const passedOn: Step[] = [stepOf('pay'), ...deliveries, stepOf('pass on')];

/**
 * One in ten starts with a dispute that the bank has decided, one with a free purchase, one with a
 * refund and the deletion of the account, one with a withdrawal, and one with a license that was passed on, because few random sequences get
 * that far.
 */
const beginning = fc.oneof(
  { weight: 1, arbitrary: fc.constant(withdrawal) },
  { weight: 1, arbitrary: fc.constant(passedOn) },
  { weight: 5, arbitrary: fc.constant<Step[]>([]) },
  { weight: 1, arbitrary: fc.constant(refundAndDeletion) },
  { weight: 1, arbitrary: fc.constant(freePurchase) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('win', 'lose')
      .map((end) => [stepOf('pay'), stepOf('dispute'), stepOf(end as 'win')]),
  },
);

/** The time limit, for a busy machine. */
const msPerSequence = 600;

/**
 * Defines the test of one part of the random sequences. The parts are separate test files, so that
 * they run in parallel. Each part draws a seed, which is in the test's name. `PAYMENT_SEED` repeats
 * one in all parts; `PAYMENT_SEQUENCES` runs more in all parts together.
 */
export function testSequences(part: number): void {
  const { stackTraceLimit } = Error;
  // The Stripe SDK reads a stack trace on each call. A run with PAYMENT_SEED has complete ones.
  beforeAll(() => {
    if (!process.env.PAYMENT_SEED) Error.stackTraceLimit = 1;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  const client = paymentTables();
  // Parts that start within a millisecond of each other must not draw the same seed.
  const seed = Number(process.env.PAYMENT_SEED ?? (Date.now() + part * 1_000_003) % 2 ** 31);

  test(`keeps every record equal to the payments in ${sequences} random sequences; PAYMENT_SEED=${seed}`, {
    timeout: Math.max(1_200_000, msPerSequence * sequences),
  }, async () => {
    const seen = new Map<string, number>();
    const note = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1);
    await fc.assert(
      fc.asyncProperty(
        beginning,
        // Most sequences are short, so that many fit into the time.
        fc.oneof(
          { weight: 3, arbitrary: fc.array(anyStep, { minLength: 5, maxLength: 14, size: 'max' }) },
          { weight: 1, arbitrary: fc.array(anyStep, { minLength: 5, maxLength: 30, size: 'max' }) },
        ),
        fc.constantFrom<Ending>('events', 'events', 'comparison'),
        async (first, then, endsBy) => {
          const steps = [...first, ...then];
          const { models, world } = await play(client, steps, endsBy);
          for (const model of models) note(statusOf(model));
          for (const { change } of world.announced) note(change);
        },
      ),
      // The search for a shorter sequence takes minutes: PAYMENT_SHRINK=1 with the seed that
      // failed.
      { numRuns: sequences, seed, endOnFailure: !process.env.PAYMENT_SHRINK },
    );
    console.info(`seed ${seed}:`, Object.fromEntries(seen));
    if (sequences >= 500) expect([...seen.keys()]).toEqual(expect.arrayContaining([...orderStatuses]));
  });
}
