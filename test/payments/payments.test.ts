import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoredOrder } from '../../lambdas/orders/order-store.ts';
import { testTables } from '../../lambdas/platform/test-tables.ts';
import { readStack } from '../../local/read-stack.ts';
import { isLicensed, type ModelOrder, statusOf } from './payment-model.ts';
import { amountInCents, type Offer, openPaymentWorld, type PaymentWorld } from './payment-world.ts';

// Whatever buyers, banks and Stripe do, and wherever we are killed: after the last event was handled, license, group, orders and
// conversions are what the money says.

const sequences = Number(process.env.PAYMENT_SEQUENCES ?? 2_000);
const seed = Number(process.env.PAYMENT_SEED ?? Date.now() % 2 ** 31);

const { tables } = readStack('dist/web');
const tableNamed = (id: string) => {
  const table = tables.find(({ name }) => name.includes(id));
  if (!table) throw new Error(`The stack has no table ${id}.`);
  return table;
};
const ordersTable = tableNamed('DataOrders');
const usersTable = tableNamed('DataUsers');
const referralsTable = tableNamed('DataReferrals');
const client = testTables(ordersTable, usersTable, referralsTable);

/** One thing that happens; the numbers choose among what there is at that time. */
const happening = fc.record({
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('open a window', 'start a checkout') },
    { weight: 7, arbitrary: fc.constantFrom('pay', 'pay', 'pay later', 'settle later', 'fail later') },
    { weight: 1, arbitrary: fc.constantFrom('decline', 'expire') },
    { weight: 3, arbitrary: fc.constantFrom('refund', 'refund in part', 'fail a refund') },
    {
      weight: 4,
      arbitrary: fc.constantFrom('dispute', 'win', 'lose', 'ask', 'give evidence', 'stop asking'),
    },
    { weight: 8, arbitrary: fc.constantFrom('deliver', 'deliver two at once', 'deliver again') },
    { weight: 2, arbitrary: fc.constantFrom('confirm', 'compare') },
    { weight: 1, arbitrary: fc.constant('delete the account') },
  ),
  which: fc.nat(),
  other: fc.nat(),
  offer: fc.constantFrom<Offer>('paid', 'paid', 'free'),
  code: fc.constantFrom(undefined, 'of Ana', 'of nobody'),
  /** A half: right before the next write. */
  killedAfterWrites: fc.option(
    fc.integer({ min: 0, max: 14 }).map((half) => 0.5 + half / 2),
    { freq: 3 },
  ),
});
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** A world of three people: Ana recommends, Vera is vip. */
async function play(happenings: Happening[], endsBy: 'events' | 'comparison') {
  const id = randomUUID();
  const [ana, ben, vera] = [`ana-${id}`, `ben-${id}`, `vera-${id}`] as const;
  const people = [ana, ben, vera];
  const anasCode = `code-${id}`;
  const world = await openPaymentWorld(
    { client, orders: ordersTable.name, users: usersTable.name, referrals: referralsTable.name },
    people,
  );
  world.groups.get(vera)?.add('vip');
  await world.giveCode(ana, anasCode);
  const orders: ModelOrder[] = [];
  const handled: PaymentWorld['waiting'] = [];
  const leaving = new Set<string>();
  let compared = 0;

  const addOrder = (sessionId: string, userId: string, offer: Offer, referralCode: string | undefined) => {
    if (orders.some((order) => order.sessionId === sessionId)) return;
    orders.push({
      sessionId,
      userId,
      offer,
      referralCode,
      amountInCents: amountInCents[offer],
      money: 'none yet',
      refundedInCents: 0,
      disputes: new Map(),
    });
  };

  async function deliver(event: PaymentWorld['waiting'][number] | undefined, killedAfterWrites?: number) {
    if (!event) return;
    if (!(await world.unlessKilled(() => world.handle(event), killedAfterWrites))) return;
    const index = world.waiting.indexOf(event);
    if (index >= 0) handled.push(...world.waiting.splice(index, 1));
  }

  for (const { what, which, other, offer, code, ...rest } of happenings) {
    world.pass(1);
    const killedAfterWrites = rest.killedAfterWrites ?? undefined;
    const pick = <Item>(items: readonly Item[], number = which): Item | undefined =>
      items[number % items.length];
    const person = pick(people.filter((name) => !leaving.has(name))) ?? ana;
    const order = pick(orders);
    const { actions, store } = world.standIn;
    const payment = order && String(store.checkouts.get(order.sessionId)?.session.payment_intent);
    const dispute = order && pick([...order.disputes.keys()], other);
    const referralCode = code === 'of Ana' ? anasCode : code && 'nobody';
    /** What Stripe refuses has not happened. */
    const atStripe = async <Answer>(act: () => Promise<Answer>, happened: (answer: Answer) => void) => {
      try {
        happened(await act());
      } catch (error) {
        if ((error as Error).name !== 'StripeError' && !(error instanceof Error && 'status' in error))
          throw error;
      }
    };
    if (what === 'open a window') {
      addOrder(await world.openWindow(person, offer, referralCode), person, offer, referralCode);
    } else if (what === 'start a checkout') {
      await world.openCheckout(person, offer, referralCode).then(
        ({ sessionId }) => addOrder(sessionId, person, offer, referralCode),
        (error: Error & { code?: string }) => {
          if (error.code !== 'aborted') throw error;
        },
      );
    } else if (what === 'delete the account') {
      if (person === ana || leaving.size > 0) continue;
      leaving.add(person);
      await world.unlessKilled(() => world.deleteAccount(person), killedAfterWrites);
    } else if (what === 'compare') {
      world.pass(700);
      await world.unlessKilled(() => world.reconcile(), killedAfterWrites);
      compared += 1;
    } else if (what === 'deliver') await deliver(pick(world.waiting), killedAfterWrites);
    else if (what === 'deliver again') await deliver(pick(handled), killedAfterWrites);
    else if (what === 'deliver two at once') {
      const events = [pick(world.waiting), pick([...world.waiting, ...handled], other)];
      const both = Promise.all(events.map((event) => event && world.handle(event)));
      if (await world.unlessKilled(async () => void (await both))) {
        for (const event of new Set(events)) {
          const index = event ? world.waiting.indexOf(event) : -1;
          if (index >= 0) handled.push(...world.waiting.splice(index, 1));
        }
      }
    } else if (!order) continue;
    else if (what === 'confirm') {
      await world.unlessKilled(() => world.confirm(order.userId, order.sessionId), killedAfterWrites);
    } else if (what === 'pay') {
      await atStripe(
        () => actions.pay(order.sessionId, 'buyer@example.test'),
        () => {
          order.money = 'here';
        },
      );
    } else if (what === 'pay later') {
      await atStripe(
        () => actions.payLater(order.sessionId, 'buyer@example.test'),
        () => {
          order.money = 'under way';
        },
      );
    } else if (what === 'settle later') {
      await atStripe(
        () => actions.settleLater(order.sessionId),
        () => {
          order.money = 'here';
        },
      );
    } else if (what === 'fail later') {
      await atStripe(
        () => actions.failLater(order.sessionId),
        () => {
          order.money = 'refused';
        },
      );
    } else if (what === 'decline') {
      await atStripe(
        () => actions.decline(order.sessionId, 'buyer@example.test'),
        () => {},
      );
    } else if (what === 'expire') {
      await atStripe(
        () => actions.expire(order.sessionId),
        () => {
          order.money = 'never';
        },
      );
    } else if (!payment) continue;
    else if (what === 'refund' || what === 'refund in part') {
      await atStripe(
        () => actions.refund(payment, what === 'refund' ? undefined : 1 + (other % 4899)),
        () => {},
      );
    } else if (what === 'fail a refund') {
      // Those that we make by ourselves stay: a person has to see to one that fails.
      const refund = pick(
        [...store.refunds.values()].filter(
          ({ payment_intent, metadata }) => payment_intent === payment && !metadata?.orderId,
        ),
        other,
      );
      if (refund)
        await atStripe(
          () => actions.failRefund(refund.id),
          () => {},
        );
    } else if (what === 'dispute') {
      await atStripe(
        () => actions.openDispute(payment),
        ({ id: disputeId }) => order.disputes.set(disputeId, 'open'),
      );
    } else if (what === 'ask') {
      await atStripe(
        () => actions.openInquiry(payment),
        ({ id: disputeId }) => order.disputes.set(disputeId, 'asked'),
      );
    } else if (!dispute) continue;
    else if (what === 'give evidence') {
      await atStripe(
        () => actions.submitEvidence(dispute),
        () => {},
      );
    } else if (what === 'stop asking') {
      await atStripe(
        () => actions.closeInquiry(dispute),
        () => order.disputes.set(dispute, 'closed'),
      );
    } else if (what === 'win') {
      await atStripe(
        () => actions.winDispute(dispute),
        () => order.disputes.set(dispute, 'won'),
      );
    } else if (what === 'lose') {
      await atStripe(
        () => actions.loseDispute(dispute),
        () => order.disputes.set(dispute, 'lost'),
      );
    }
  }

  // What was cut off is done again; then each event that was never handled is, the latest first; or none of them, and we compare.
  for (const person of leaving) await world.deleteAccount(person);
  for (let round = 0; endsBy === 'events' && world.waiting.length > 0; round++) {
    expect(round).toBeLessThan(200);
    await deliver(world.waiting.at(-1));
  }
  for (let round = 0; endsBy === 'comparison'; round++) {
    expect(round).toBeLessThan(10);
    world.pass(700);
    if ((await world.reconcile()).length === 0) break;
  }

  await expectTruth(world, orders, { ana, vera, anasCode, leaving });
  // And nothing is left to repair.
  world.pass(700);
  expect(await world.reconcile()).toEqual([]);
  return { orders, compared };
}

async function expectTruth(
  world: PaymentWorld,
  models: ModelOrder[],
  { ana, vera, anasCode, leaving }: { ana: string; vera: string; anasCode: string; leaving: Set<string> },
) {
  for (const model of models) {
    const { status, payment_intent: payment } =
      world.standIn.store.checkouts.get(model.sessionId)?.session ?? {};
    // What we do at Stripe by ourselves is asked of Stripe: a checkout that another one or a deletion ended, and what was sent back.
    if (status === 'expired') model.money = 'never';
    model.refundedInCents = [...world.standIn.store.refunds.values()]
      .filter((refund) => payment && refund.payment_intent === payment && refund.status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
  }
  const stored = new Map<string, StoredOrder>();
  for (const { sessionId } of models) {
    const order = await world.order(sessionId);
    if (order) stored.set(sessionId, order);
  }

  for (const model of models) {
    const order = stored.get(model.sessionId);
    if (model.money === 'none yet') {
      expect(order?.status ?? 'created').toBe('created');
      continue;
    }
    expect(order).toMatchObject({
      status: statusOf(model),
      amountInCents: model.amountInCents,
      amountRefundedInCents: model.refundedInCents,
    });
    expect(order).not.toHaveProperty('unfinished');
    expect(order?.userId).toBe(leaving.has(model.userId) ? undefined : model.userId);
    expect(order?.history.at(-1)?.status).toBe(statusOf(model));
  }

  const conversions = await world.conversions(anasCode);
  for (const [userId, memberOf] of [...world.groups]) {
    const own = models.filter((model) => model.userId === userId);
    const ownOrders = own.flatMap(({ sessionId }) => stored.get(sessionId) ?? []);
    const giving = ownOrders.filter((order) => isLicensed(order.status) && !order.refundReason);
    const user = await world.user(userId);
    expect(Object.keys(user?.licenses ?? {}).sort()).toEqual(giving.map(({ orderId }) => orderId).sort());
    expect(user?.subscription.status).toBe(giving.length > 0 ? 'active' : 'none');
    expect(memberOf.has('paid')).toBe(giving.length > 0);
    expect(memberOf.has('vip')).toBe(userId === vera);

    for (const order of ownOrders) {
      const others = ownOrders.filter((other) => other !== order);
      // Money is sent back for one reason only, and then all of it, unless the bank has it.
      const gaveBefore = others.some((other) => other.licensedAt !== undefined);
      if (order.refundReason) {
        expect(order.refundReason).toBe('duplicate');
        expect(gaveBefore).toBe(true);
        expect(['refunded', 'disputed', 'disputeLost']).toContain(order.status);
        expect(order.licensedAt).toBeUndefined();
      } else if (isLicensed(order.status)) {
        expect(order.licensedAt).toBeDefined();
        const held = others.filter((other) => gaveAt(other, order.licensedAt ?? ''));
        if (order.amountInCents > 0) expect(held).toEqual([]);
      }
      const granted = world.announced.filter(
        ({ orderId, change }) => orderId === order.orderId && change === 'granted',
      );
      expect(new Set(granted.map(({ changeId }) => changeId)).size).toBe(order.licensedAt ? 1 : 0);

      const isReferred = order.referralCode === anasCode && userId !== ana;
      const isFirst = !others.some((other) => gaveAt(other, order.licensedAt ?? ''));
      expect(conversions[order.orderId]).toBe(
        isReferred && order.licensedAt && isFirst ? giving.includes(order) : undefined,
      );
    }
    const everHeld = ownOrders.some(({ licensedAt }) => licensedAt);
    const wasTold = world.announced.some((news) => news.userId === userId && news.change === 'revoked');
    if (everHeld && giving.length === 0) expect(wasTold).toBe(true);
  }

  for (const order of stored.values()) {
    if (order.refundReason !== 'account deleted') continue;
    expect(leaving.size).toBe(1);
    expect(['refunded', 'disputed', 'disputeLost']).toContain(order.status);
  }
}

/** Whether an order gave the license right before that moment. */
function gaveAt(order: StoredOrder, at: string): boolean {
  if (!order.licensedAt || order.licensedAt >= at) return false;
  const last = order.history.filter((entry) => entry.at < at).at(-1);
  return last !== undefined && isLicensed(last.status);
}

test(`${sequences} sequences of what can happen to payments, seed ${seed}`, {
  timeout: 1_200_000,
}, async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 5, maxLength: 30, size: 'max' }),
      fc.constantFrom('events', 'events', 'comparison'),
      async (happenings, endsBy) => {
        const { orders } = await play(happenings, endsBy as 'events');
        for (const order of orders) {
          const status = statusOf(order);
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
      },
    ),
    // Looking for a shorter sequence takes minutes: PAYMENT_SHRINK=1 with the seed that failed.
    { numRuns: sequences, seed, endOnFailure: !process.env.PAYMENT_SHRINK },
  );
  console.info(`seed ${seed}:`, Object.fromEntries(seen));
  if (sequences >= 2_000) expect(seen.size).toBe(11);
});
