import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { canWithdraw } from '../../contract/rules/withdrawal.ts';
import { AppError } from '../../lambdas/platform/app-error.ts';
import { StripeError } from '../../local/fakes/stripe/stripe-error.ts';
import type { ModelOrder } from './payment-model.ts';
import { amountInCents, type Offer } from './payment-world.ts';
import type { SmallWorld, StripeEvent } from './small-world.ts';

const daySeconds = 24 * 60 * 60;

/**
 * One step of a sequence. The numbers select among the users, events and checkouts that exist at
 * that time.
 */
export const anyStep = fc.record({
  what: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('open a window', 'start a checkout') },
    { weight: 7, arbitrary: fc.constantFrom('pay', 'pay', 'pay', 'pay later', 'settle later', 'fail later') },
    { weight: 1, arbitrary: fc.constantFrom('decline', 'expire', 'buy elsewhere') },
    { weight: 4, arbitrary: fc.constantFrom('refund', 'refund in part', 'fail a refund') },
    {
      weight: 4,
      arbitrary: fc.constantFrom('dispute', 'win', 'lose', 'ask', 'give evidence', 'stop asking'),
    },
    {
      weight: 10,
      arbitrary: fc.constantFrom(
        'deliver',
        'deliver two at once',
        'deliver again',
        'deliver slowly',
        'go on',
      ),
    },
    {
      weight: 5,
      arbitrary: fc.constantFrom('sync a group', 'sync a group', 'sync slowly', 'give up a message'),
    },
    { weight: 4, arbitrary: fc.constantFrom('issue a license', 'issue slowly') },
    {
      weight: 3,
      arbitrary: fc.constantFrom('state a withdrawal', 'handle a withdrawal', 'withdraw slowly'),
    },
    {
      weight: 5,
      arbitrary: fc.constantFrom(
        'refund at the desk',
        'refund in part at the desk',
        'decide two at once',
        'give a license',
        'revoke a gift',
        'redeem a code',
      ),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'pass on',
        'pass on',
        'pass on two at once',
        'pass on slowly',
        'reissue',
        'reissue slowly',
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom('confirm', 'compare') },
    { weight: 1, arbitrary: fc.constantFrom('delete the account', 'delete while delivering', 'days pass') },
  ),
  which: fc.nat(),
  other: fc.nat(),
  offer: fc.constantFrom<Offer>('paid', 'paid', 'free'),
  code: fc.constantFrom(undefined, 'of Ana', 'of nobody'),
  trouble: fc.option(
    fc.record({ atWrite: fc.integer({ min: 1, max: 8 }), isDone: fc.boolean(), isEnd: fc.boolean() }),
    { freq: 3, nil: undefined },
  ),
});
export type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % items.length];
}

export function noteHandled({ world, handled }: SmallWorld, event: StripeEvent): void {
  const index = world.waiting.indexOf(event);
  if (index >= 0) handled.push(...world.waiting.splice(index, 1));
}

export async function deliver(small: SmallWorld, event: StripeEvent | undefined, trouble?: Step['trouble']) {
  if (event && (await small.world.despite(trouble, () => small.world.handle(event))))
    noteHandled(small, event);
}

/** Handles each pending event, the latest first. Handling one may add others. */
export async function deliverAll(small: SmallWorld): Promise<void> {
  for (let round = 0; small.world.waiting.length > 0; round++) {
    expect(round, 'events without end').toBeLessThan(300);
    await deliver(small, small.world.waiting.at(-1));
  }
}

/** Handles the oldest statement, and expects that its order can no longer be withdrawn. */
export async function withdraw({ world }: SmallWorld, trouble?: Step['trouble']): Promise<void> {
  const [withdrawal] = world.withdrawals;
  if (!withdrawal || !(await world.despite(trouble, world.handleWithdrawal))) return;
  const order = await world.order(withdrawal.sessionId);
  if (order) expect(canWithdraw(order, new Date(withdrawal.withdrawnAt)), 'still open').toBe(false);
}

/** Ignores requests that Stripe refuses. */
async function atStripe<Answer>(act: () => Promise<Answer>, happened: (answer: Answer) => void = () => {}) {
  try {
    happened(await act());
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
  }
}

/** The state of the payment before this action. */
const moneyBefore: Partial<Record<Step['what'], ModelOrder['money']>> = {
  pay: 'none yet',
  'pay later': 'none yet',
  expire: 'none yet',
  'settle later': 'under way',
  'fail later': 'under way',
  refund: 'here',
  'refund in part': 'here',
  'fail a refund': 'here',
  dispute: 'here',
  win: 'here',
  lose: 'here',
  ask: 'here',
  'state a withdrawal': 'here',
  'refund at the desk': 'here',
  'refund in part at the desk': 'here',
  'decide two at once': 'here',
};

export async function takeStep(
  small: SmallWorld,
  { what, which, other, offer, code, trouble }: Step,
): Promise<void> {
  const { world, people, ana, anasCode, models, handled, leaving, foreign } = small;
  const person =
    pick(
      people.filter((name) => !leaving.has(name)),
      which,
    ) ?? ana;
  const referralCode = code === 'of Ana' ? anasCode : code && 'nobody';
  const addModel = (sessionId: string) => {
    if (models.some((model) => model.sessionId === sessionId)) return;
    models.push({
      sessionId,
      userId: person,
      referralCode,
      amountInCents: amountInCents[offer],
      money: 'none yet',
      refundedInCents: 0,
      disputes: new Map(),
    });
  };

  switch (what) {
    case 'open a window':
      return addModel(await world.openWindow(person, offer, referralCode));
    case 'buy elsewhere': {
      const sessionId = await world.sellElsewhere(pick([person, randomUUID()], other) ?? person);
      foreign.push(sessionId);
      await world.fakeStripe.actions.pay(sessionId, 'buyer@example.test');
      return;
    }
    case 'start a checkout': {
      const start = async () => addModel((await world.openCheckout(person, offer, referralCode)).sessionId);
      try {
        await world.despite(trouble, start);
      } catch (error) {
        // They have already bought a license.
        if ((error as { code?: string }).code !== 'aborted') throw error;
      }
      return;
    }
    case 'delete the account':
    case 'delete while delivering': {
      if (person === ana || leaving.size > 0) return;
      leaving.add(person);
      const event = what === 'delete while delivering' ? pick(world.waiting, other) : undefined;
      await Promise.all([
        world.despite(trouble, () => world.deleteAccount(person)),
        event &&
          world
            .despite(trouble, () => world.handle(event))
            .then((isGood) => isGood && noteHandled(small, event)),
      ]);
      return;
    }
    case 'days pass':
      // No function runs for days. Stripe and our queues retry for three of them, and a checkout is
      // open for one.
      for (const goOn of small.slow.splice(0)) await goOn();
      await world.arrive();
      await deliverAll(small);
      world.pass(4 * daySeconds);
      await world.fakeStripe.expireDue();
      return;
    case 'give a license':
    case 'revoke a gift':
    case 'redeem a code':
      return giveOrTake(small, what, person, other, trouble);
    case 'pass on':
    case 'pass on two at once':
    case 'pass on slowly':
    case 'reissue':
    case 'reissue slowly':
      return moveOrReissue(small, what, which, other, trouble);
    case 'handle a withdrawal':
      return withdraw(small, trouble);
    case 'withdraw slowly': {
      small.wasSlow = true;
      const goOn = await world.begin(1 + (other % 10), world.handleWithdrawal);
      small.slow.push(async () => void (await goOn()));
      return;
    }
    case 'compare':
      world.pass(700);
      await world.despite(trouble, () => world.reconcile());
      await world.despite(trouble, () => world.desk.complete());
      return;
    case 'deliver':
      return deliver(small, pick(world.waiting, which), trouble);
    case 'deliver slowly': {
      const event = pick([...world.waiting, ...handled], which);
      if (!event) return;
      small.wasSlow = true;
      const goOn = await world.begin(1 + (other % 10), () => world.handle(event));
      small.slow.push(async () => {
        if (await goOn()) noteHandled(small, event);
      });
      return;
    }
    case 'sync a group':
      await world.despite(trouble, world.syncGroup);
      return;
    case 'sync slowly': {
      const goOn = await world.begin(1 + (other % 3), world.syncGroup);
      small.slow.push(async () => void (await goOn()));
      return;
    }
    case 'issue a license':
      await world.despite(trouble, world.licenses.issueNext);
      return;
    case 'issue slowly': {
      const goOn = await world.begin(1 + (other % 6), world.licenses.issueNext);
      small.slow.push(async () => void (await goOn()));
      return;
    }
    case 'give up a message': {
      const userId = world.giveUpGroupRequest();
      if (userId) small.deadLetters.push(userId);
      return;
    }
    case 'go on':
      return small.slow.shift()?.();
    case 'deliver again':
      return deliver(small, pick(handled, which), trouble);
    case 'deliver two at once': {
      const events = [pick(world.waiting, which), pick([...world.waiting, ...handled], other)];
      const ends = events.map((event) => async () => {
        if (!event) return;
        await world.handle(event);
        noteHandled(small, event);
      });
      await world.despite(trouble, async () => {
        const results = await Promise.allSettled(ends.map((act) => act()));
        for (const result of results) if (result.status === 'rejected') throw result.reason;
      });
      return;
    }
  }

  // Nearly always chooses a possible action, and sometimes one that Stripe refuses.
  const wanted = moneyBefore[what];
  const fitting = models.filter(({ money }) => money === wanted);
  const model = pick(wanted && fitting.length > 0 && other % 8 > 0 ? fitting : models, which);
  if (!model) return;
  const { actions, store } = world.fakeStripe;
  const { sessionId, disputes } = model;
  const payment = store.checkouts.get(sessionId)?.session.payment_intent;
  const now = (money: ModelOrder['money']) => () => {
    model.money = money;
  };
  switch (what) {
    case 'state a withdrawal':
      // One in four statements is too late.
      return world.stateWithdrawal(sessionId, other % 4 === 0 ? 20 * daySeconds : 0);
    case 'confirm':
      await world.despite(trouble, () => world.confirm(model.userId, sessionId));
      return;
    case 'pay':
      return atStripe(() => actions.pay(sessionId, 'buyer@example.test'), now('here'));
    case 'pay later':
      return atStripe(() => actions.payLater(sessionId, 'buyer@example.test'), now('under way'));
    case 'settle later':
      return atStripe(() => actions.settleLater(sessionId), now('here'));
    case 'fail later':
      return atStripe(() => actions.failLater(sessionId), now('refused'));
    case 'decline':
      return atStripe(() => actions.decline(sessionId, 'buyer@example.test'));
    case 'expire':
      return atStripe(() => actions.expire(sessionId), now('never'));
  }

  if (what === 'refund at the desk' || what === 'refund in part at the desk' || what === 'decide two at once')
    return refundAtDesk(small, what, sessionId, other, trouble);
  if (typeof payment !== 'string') return;
  const refund = pick(
    [...store.refunds.values()].filter(({ payment_intent }) => payment_intent === payment),
    other,
  );
  const dispute = pick([...disputes.keys()], other);
  switch (what) {
    case 'refund':
      return atStripe(() => actions.refund(payment));
    case 'refund in part':
      return atStripe(() => actions.refund(payment, 1 + (other % 4899)));
    case 'fail a refund':
      if (refund) await atStripe(() => actions.failRefund(refund.id));
      return;
    case 'dispute':
      return atStripe(
        () => actions.openDispute(payment),
        ({ id }) => disputes.set(id, 'open'),
      );
    case 'ask':
      return atStripe(
        () => actions.openInquiry(payment),
        ({ id }) => disputes.set(id, 'asked'),
      );
  }
  if (dispute) await changeDispute(small, what, disputes, dispute);
}

async function changeDispute(
  { world }: SmallWorld,
  what: Step['what'],
  disputes: ModelOrder['disputes'],
  dispute: string,
): Promise<void> {
  const { actions } = world.fakeStripe;
  const becomes = (state: 'won' | 'lost' | 'closed') => () => disputes.set(dispute, state);
  switch (what) {
    case 'give evidence':
      return atStripe(() => actions.submitEvidence(dispute));
    case 'stop asking':
      return atStripe(() => actions.closeInquiry(dispute), becomes('closed'));
    case 'win':
      return atStripe(() => actions.winDispute(dispute), becomes('won'));
    case 'lose':
      return atStripe(() => actions.loseDispute(dispute), becomes('lost'));
  }
}

/** Expects that each refusal by the desk has an explanation and no effect. */
async function orRefused(
  { world }: SmallWorld,
  trouble: Step['trouble'],
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await world.despite(trouble, act);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

async function refundAtDesk(
  small: SmallWorld,
  what: 'refund at the desk' | 'refund in part at the desk' | 'decide two at once',
  orderId: string,
  other: number,
  trouble: Step['trouble'],
): Promise<void> {
  const { desk } = small.world;
  const seen = (await small.world.order(orderId))?.history.length ?? 0;
  const part = 1 + (other % 4899);
  const decide = (amountInCents?: number) =>
    orRefused(small, trouble, () => desk.refund(orderId, randomUUID(), seen, amountInCents));
  if (what === 'decide two at once') await Promise.all([decide(part), decide()]);
  else await decide(what === 'refund at the desk' ? undefined : part);
}

async function moveOrReissue(
  small: SmallWorld,
  what: 'pass on' | 'pass on two at once' | 'pass on slowly' | 'reissue' | 'reissue slowly',
  which: number,
  other: number,
  trouble: Step['trouble'],
): Promise<void> {
  const { world, models, people, leaving } = small;
  const ids = [...models.map(({ sessionId }) => sessionId), ...world.desk.giftIds];
  const orders = await Promise.all(ids.map((id) => world.order(id)));
  // Nearly always an order that gives a license.
  const held = orders.filter((order) => order?.userId && order.licensedAt);
  const order = pick(held.length > 0 && other % 8 > 0 ? held : orders, which);
  if (!order) return;
  const { orderId, userId, history } = order;
  const requestId = randomUUID();
  const to = (receiver: string | undefined, id: string) => async () => {
    // Half of the moves are by the team, which has no pause.
    if (receiver) await world.desk.move(orderId, receiver, id, other % 2 === 0 ? history.length : undefined);
  };
  const receivers = people.filter((name) => name !== userId && !leaving.has(name));
  const act = what.startsWith('pass on')
    ? to(pick(receivers, other), requestId)
    : () => world.desk.reissue(orderId, requestId);
  if (what === 'pass on two at once') {
    const acts = [act, to(pick(receivers, other + 1), randomUUID())];
    await Promise.all(acts.map((each) => orRefused(small, trouble, each)));
    return;
  }
  if (what === 'pass on slowly' || what === 'reissue slowly') {
    small.wasSlow = true;
    const goOn = await world.begin(1 + (other % 8), () => orRefused(small, undefined, act));
    small.slow.push(async () => void (await goOn()));
    return;
  }
  await orRefused(small, trouble, act);
  // The same request arrives again.
  if (other % 5 === 0) await orRefused(small, undefined, act);
}

async function giveOrTake(
  small: SmallWorld,
  what: 'give a license' | 'revoke a gift' | 'redeem a code',
  userId: string,
  other: number,
  trouble: Step['trouble'],
): Promise<void> {
  const { desk, order } = small.world;
  if (what === 'give a license') return orRefused(small, trouble, () => desk.give(userId, randomUUID()));
  if (what === 'redeem a code') {
    const code = pick(small.codes, other) ?? '';
    return orRefused(small, trouble, () => desk.redeem(userId, code));
  }
  const gift = await order(pick([...desk.giftIds], other) ?? 'none yet');
  if (gift)
    await orRefused(small, trouble, () => desk.revoke(gift.orderId, randomUUID(), gift.history.length));
}
