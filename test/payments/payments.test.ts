import { expect, test, vi } from 'vitest';
import { expectTruth } from './expect-truth.ts';
import failedSequences from './failed-sequences.json' with { type: 'json' };
import { statusOf } from './payment-model.ts';
import { type Ending, play } from './play.ts';
import { openSmallWorld, paymentTables } from './small-world.ts';
import { deliver, deliverAll, noteHandled, type Step, takeStep } from './steps.ts';

// Random sequences are in sequences-<n>.test.ts. These failed once, or are easier to understand on
// their own.

vi.mock('../../lambdas/platform/record-metric.ts');

const client = paymentTables();

/** JSON omits undefined values. */
test.each(failedSequences)(
  'matches the payments after the sequence that failed with the seed $seed',
  async ({ steps, endsBy }) => {
    await play(client, steps as Step[], endsBy as Ending);
  },
);

/** Ben has paid, and nothing has been handled yet. Returns the event of the payment. */
async function afterPayment() {
  const small = await openSmallWorld(client);
  await takeStep(small, {
    what: 'open a window',
    which: 1,
    other: 0,
    offer: 'paid',
    code: undefined,
    trouble: undefined,
  });
  const doing = (what: Step['what']) => {
    small.world.pass(1);
    return takeStep(small, { what, which: 0, other: 1, offer: 'paid', code: undefined, trouble: undefined });
  };
  await doing('pay');
  const [paid] = small.world.waiting;
  if (!paid) throw new Error('Stripe sent no event.');
  return { small, world: small.world, paid, doing };
}

/**
 * The index of the call that reads the checkout from Stripe, in a function that handles a payment
 * event.
 */
const callForSession = 2;

test('never overwrites a newer state with an older one from Stripe', async () => {
  const { small, world, paid, doing } = await afterPayment();
  const goOn = await world.begin(callForSession, () => world.handle(paid));
  await doing('refund');
  await deliver(small, world.waiting.at(-1));
  expect(await goOn()).toBe(true);
  noteHandled(small, paid);
  await world.handleMessages();
  await expectTruth(small);
});

test('corrects the group when a slow function wrote it after the license was revoked', async () => {
  const { small, world, paid, doing } = await afterPayment();
  await deliver(small, paid);
  // It has read the record and is about to write the group.
  const goOn = await world.begin(2, world.syncGroup);
  await doing('refund');
  await deliver(small, world.waiting.at(-1));
  await world.syncGroup();
  expect(world.groupRequests).toHaveLength(2);
  expect(await goOn()).toBe(true);
  await world.handleMessages();
  await expectTruth(small);
});

test('corrects the group when a write of a killed function arrives late', async () => {
  const { small, world, paid, doing } = await afterPayment();
  await deliver(small, paid);
  expect(await world.despite({ atWrite: 1, isDone: true, isEnd: true }, world.syncGroup)).toBe(false);
  await doing('refund');
  await deliver(small, world.waiting.at(-1));
  await world.handleMessages();
  await world.arrive();
  await expectTruth(small);
});

test('reconciles a group that does not match the record after the queue gave up', async () => {
  const { small, world, paid } = await afterPayment();
  await deliver(small, paid);
  world.groupRequests.length = 0;
  world.pass(700);
  const [orderId] = small.models.map(({ sessionId }) => sessionId);
  expect(await world.reconcile()).toEqual([{ orderId, group: 'paid' }]);
  await world.handleMessages();
  await expectTruth(small);
  expect(await world.reconcile()).toEqual([]);
});

/** Ben has the license and has paid again. Returns the event of the payment. */
async function afterSecondPayment() {
  const { small, world, paid, doing } = await afterPayment();
  await deliver(small, paid);
  const again = { which: 1, other: 0, offer: 'paid', code: undefined, trouble: undefined } as const;
  await takeStep(small, { ...again, what: 'open a window' });
  await takeStep(small, { ...again, what: 'pay', which: 0, other: 1 });
  const second = world.waiting.at(-1);
  if (!second) throw new Error('Stripe sent no event.');
  return { small, world, second, doing };
}

test('notifies the team when our own refund fails before we see it succeed', async () => {
  const { small, world, second, doing } = await afterSecondPayment();
  // Killed right after Stripe has created the refund; it fails before the next run.
  const refundMade = { atWrite: 2, isDone: true, isEnd: true };
  expect(await world.despite(refundMade, () => world.handle(second))).toBe(false);
  const [refund] = world.fakeStripe.store.refunds.values();
  await world.fakeStripe.actions.failRefund(refund?.id ?? '');
  await deliverAll(small);
  await world.handleMessages();
  await expectTruth(small);
  const order = await world.order(small.models[1]?.sessionId ?? '');
  expect(order).toMatchObject({ status: 'paid', refundReason: 'duplicate', hasRefundFailed: true });
  expect(world.announced.map(({ change }) => change)).toEqual(['granted', 'refundFailed']);
  expect(world.fakeStripe.store.refunds.size).toBe(1);
  await doing('deliver again');
});

test('notifies the team of a failed refund when the buyer deletes the account before it is published', async () => {
  const { small, world, second } = await afterSecondPayment();
  const refundMade = { atWrite: 2, isDone: true, isEnd: true };
  expect(await world.despite(refundMade, () => world.handle(second))).toBe(false);
  const [refund] = world.fakeStripe.store.refunds.values();
  await world.fakeStripe.actions.failRefund(refund?.id ?? '');
  // Killed between saving the order and the first message of its outbox. No other event arrives.
  const orderSaved = { atWrite: 1, isDone: true, isEnd: true };
  expect(await world.despite(orderSaved, () => world.handle(second))).toBe(false);
  world.waiting.length = 0;
  const [, ben] = small.people;
  await world.deleteAccount(ben);
  small.leaving.add(ben);
  expect(world.announced.map(({ change }) => change)).toEqual(['granted']);
  world.pass(700);
  await world.reconcile();
  const { sessionId = '' } = small.models[1] ?? {};
  expect(world.announced.slice(1)).toEqual([
    { orderId: sessionId, change: 'refundFailed', idempotencyKey: expect.any(String) },
  ]);
  await world.handleMessages();
  await expectTruth(small);
  expect(await world.reconcile()).toEqual([]);
});

test('publishes nothing for a buyer who deletes the account before it is published', async () => {
  const { small, world, paid } = await afterPayment();
  const orderSaved = { atWrite: 1, isDone: true, isEnd: true };
  expect(await world.despite(orderSaved, () => world.handle(paid))).toBe(false);
  const [, ben] = small.people;
  await world.deleteAccount(ben);
  small.leaving.add(ben);
  await deliverAll(small);
  expect(world.announced).toEqual([]);
  await world.handleMessages();
  await expectTruth(small);
});

test('refunds a checkout that a deletion left open and that is paid later', async () => {
  const { small, world, doing } = await afterPayment();
  const [, ben] = small.people;
  await deliverAll(small);
  const always = { other: 0, offer: 'paid', code: undefined, trouble: undefined } as const;
  // Opened in another window, so the record does not contain it: it stays open, as when Stripe does
  // not respond.
  await takeStep(small, { ...always, what: 'open a window', which: 1 });
  await world.deleteAccount(ben);
  small.leaving.add(ben);
  world.pass(1);
  const second = small.models[1]?.sessionId ?? '';
  await world.fakeStripe.actions.pay(second, 'buyer@example.test');
  await deliverAll(small);
  const order = await world.order(second);
  expect(order).toMatchObject({ status: 'refunded', refundReason: 'account deleted' });
  expect(order).not.toHaveProperty('licensedAt');
  expect([...world.fakeStripe.store.refunds.values()].map(({ amount }) => amount)).toEqual([4900]);
  await doing('deliver again');
});

/** The calls read the buyer, create the session, save it in the record, and store the order. */
test.each([1, 2, 3, 4, 5])(
  'expires the checkout when the account is deleted before call %i of opening it',
  async (atCall) => {
    const { world, people } = await openSmallWorld(client);
    const [, ben] = people;
    const refused: unknown[] = [];
    const goOn = await world.begin(atCall, () =>
      world.openCheckout(ben, 'paid').catch((error: unknown) => refused.push(error)),
    );
    await world.deleteAccount(ben);
    await goOn();
    if (atCall <= 4) expect(refused).toEqual([expect.objectContaining({ code: 'unauthenticated' })]);
    const sessions = [...world.fakeStripe.store.checkouts.values()].map(({ session }) => session.status);
    expect(sessions.filter((status) => status !== 'expired')).toEqual([]);
  },
);

test('notifies the team when a buyer bought again after a refund that then failed', async () => {
  const small = await openSmallWorld(client);
  const { world, people, models } = small;
  const always = { which: 1, other: 1, offer: 'paid', code: undefined, trouble: undefined } as const;
  const step = async (what: Step['what'], which = 1) => {
    world.pass(1);
    await takeStep(small, { ...always, what, which });
    await deliverAll(small);
  };
  await step('open a window');
  await step('pay');
  await step('refund');
  await step('open a window');
  await step('pay');
  await step('fail a refund', 0);
  await world.handleMessages();
  await expectTruth(small);
  expect(models.map(statusOf)).toEqual(['paid', 'paid']);
  expect(world.announced.map(({ change }) => change)).toEqual(['granted', 'revoked', 'granted', 'heldTwice']);
  expect(Object.keys((await world.user(people[1]))?.licenses ?? {})).toHaveLength(2);
});
