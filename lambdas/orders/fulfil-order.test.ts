import type Stripe from 'stripe';
import { beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import { newUser } from '../users/new-user.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import { fulfilOrder, isSettled } from './fulfil-order.ts';
import type { Order, OrderStore } from './order-store.ts';

const paid = {
  id: 'cs_1',
  status: 'complete',
  payment_status: 'paid',
  metadata: { userId: 'user-1', priceId: 'price_1', referralCode: 'friend' },
  amount_total: 4900,
  currency: 'eur',
  payment_intent: 'pi_1',
};
const firstTime = '2025-09-01T10:00:00.000Z';
const later = '2025-09-01T11:00:00.000Z';

/** Tables, groups and Stripe, as they stand. */
let session: object;
let order: Order | undefined;
let user: StoredUser | undefined;
let paidGroup: Set<string>;
let announced: string[];

const steps = {
  add: vi.fn<OrderStore['add']>(),
  forgetBuyer: vi.fn<OrderStore['forgetBuyer']>(),
  activateSubscription: vi.fn<UserStore['activateSubscription']>(),
  addToPaidGroup: vi.fn<(userId: string) => Promise<void>>(),
  announceLicense: vi.fn<(userId: string, orderId: string) => Promise<void>>(),
};

beforeEach(() => {
  session = paid;
  order = undefined;
  user = newUser('user-1', 'ana@example.test', new Date(0));
  paidGroup = new Set();
  announced = [];
  steps.add.mockReset().mockImplementation(async (added) => {
    order ??= added;
    return order;
  });
  steps.forgetBuyer.mockReset().mockImplementation(async () => {
    if (!order) throw new Error('There is no order.');
    const { userId: _buyer, referralCode: _friend, ...rest } = order;
    order = rest;
  });
  steps.activateSubscription.mockReset().mockImplementation(async (userId, lastPaymentDate) => {
    if (user?.userId !== userId) return false;
    user = { ...user, subscription: { status: 'active', plan: 'lifetime', lastPaymentDate } };
    return true;
  });
  steps.addToPaidGroup.mockReset().mockImplementation(async (userId) => {
    paidGroup.add(userId);
  });
  steps.announceLicense.mockReset().mockImplementation(async (userId, orderId) => {
    announced.push(`${userId}, ${orderId}`);
  });
});

function fulfil(at = firstTime, stripeEventId = 'evt_1') {
  const retrieve = async (id: string) => {
    expect(id).toBe('cs_1');
    return session;
  };
  return fulfilOrder(
    {
      stripe: { checkout: { sessions: { retrieve } } } as unknown as Stripe,
      orders: steps,
      users: steps,
      addToPaidGroup: steps.addToPaidGroup,
      announceLicense: steps.announceLicense,
      now: new Date(at),
    },
    { sessionId: 'cs_1', stripeEventId },
  );
}

const license = (lastPaymentDate: string) => ({ status: 'active', plan: 'lifetime', lastPaymentDate });

describe('a settled checkout', () => {
  test('makes an order, a subscription and a member of the group', async () => {
    expect(await fulfil()).toBe('fulfilled');
    expect(order).toEqual({
      orderId: 'cs_1',
      userId: 'user-1',
      priceId: 'price_1',
      amountInCents: 4900,
      currency: 'eur',
      status: 'paid',
      paymentIntentId: 'pi_1',
      referralCode: 'friend',
      createdAt: firstTime,
      history: [{ at: firstTime, status: 'paid', stripeEventId: 'evt_1' }],
    });
    expect(user?.subscription).toEqual(license(firstTime));
    expect([...paidGroup]).toEqual(['user-1']);
    expect(announced).toEqual(['user-1, cs_1']);
  });

  test('that cost nothing is a free order without a payment, and the same license', async () => {
    session = {
      ...paid,
      payment_status: 'no_payment_required',
      amount_total: 0,
      payment_intent: null,
      metadata: { userId: 'user-1', priceId: 'price_1' },
    };
    expect(await fulfil()).toBe('fulfilled');
    expect(order).toMatchObject({ status: 'free', amountInCents: 0 });
    expect(order).not.toHaveProperty('paymentIntentId');
    expect(order).not.toHaveProperty('referralCode');
    expect(user?.subscription).toEqual(license(firstTime));
    expect([...paidGroup]).toEqual(['user-1']);
  });

  test('keeps the payment’s id also where Stripe gives the whole payment', async () => {
    session = { ...paid, payment_intent: { id: 'pi_2' } };
    await fulfil();
    expect(order?.paymentIntentId).toBe('pi_2');
  });

  test('may be told of again and again: the first time stands', async () => {
    await fulfil(firstTime, 'evt_1');
    const afterFirst = structuredClone({ order, user, paidGroup });
    expect(await fulfil(later, 'evt_2')).toBe('fulfilled');
    expect({ order, user, paidGroup }).toEqual(afterFirst);
  });
});

describe('an interruption', () => {
  const names = ['add', 'activateSubscription', 'addToPaidGroup', 'announceLicense'] as const;

  test.each(names)('after the step %s ends well when it runs again', async (name) => {
    const step = steps[name] as Mock<(...args: unknown[]) => Promise<unknown>>;
    const act = step.getMockImplementation();
    step.mockImplementationOnce(async (...args) => {
      await act?.(...args);
      throw new Error('interrupted');
    });
    await expect(fulfil()).rejects.toThrow('interrupted');
    expect(await fulfil(later, 'evt_2')).toBe('fulfilled');
    expect(order).toMatchObject({ createdAt: firstTime, history: [{ stripeEventId: 'evt_1' }] });
    expect(user?.subscription).toEqual(license(firstTime));
    expect([...paidGroup]).toEqual(['user-1']);
  });

  test.each(names)('before the step %s ends well when it runs again', async (name) => {
    steps[name].mockRejectedValueOnce(new Error('interrupted'));
    await expect(fulfil()).rejects.toThrow('interrupted');
    expect(await fulfil(later, 'evt_2')).toBe('fulfilled');
    expect(order).toBeDefined();
    expect(user?.subscription).toEqual(license(order?.createdAt ?? ''));
    expect([...paidGroup]).toEqual(['user-1']);
  });

  test('never leaves a license without an order', async () => {
    steps.add.mockRejectedValueOnce(new Error('interrupted'));
    await expect(fulfil()).rejects.toThrow('interrupted');
    expect(user?.subscription.status).toBe('none');
    expect([...paidGroup]).toEqual([]);
  });
});

describe('nothing is given', () => {
  test.each([
    ['is open', { ...paid, status: 'open', payment_status: 'unpaid' }, 'not settled'],
    ['expired', { ...paid, status: 'expired', payment_status: 'unpaid' }, 'not settled'],
    ['waits for a slow payment', { ...paid, payment_status: 'unpaid' }, 'not settled'],
    ['is not ours', { ...paid, metadata: {} }, 'not ours'],
    ['names no user', { ...paid, metadata: { priceId: 'price_1' } }, 'not ours'],
    ['names no price', { ...paid, metadata: { userId: 'user-1' } }, 'not ours'],
    ['has no metadata', { ...paid, metadata: null }, 'not ours'],
  ])('for a checkout that %s', async (_, found, outcome) => {
    session = found;
    expect(await fulfil()).toBe(outcome);
    expect(order).toBeUndefined();
    expect(user?.subscription.status).toBe('none');
    expect([...paidGroup]).toEqual([]);
    expect(announced).toEqual([]);
  });

  test('to somebody who is gone; but the order is on record, as one of nobody', async () => {
    user = undefined;
    expect(await fulfil()).toBe('paid by nobody');
    expect(await fulfil(later, 'evt_2')).toBe('paid by nobody');
    expect(order).toMatchObject({ orderId: 'cs_1', amountInCents: 4900 });
    expect(order).not.toHaveProperty('userId');
    expect(order).not.toHaveProperty('referralCode');
    expect([...paidGroup]).toEqual([]);
  });

  test('to somebody who is gone and paid nothing', async () => {
    user = undefined;
    session = { ...paid, payment_status: 'no_payment_required', amount_total: 0 };
    expect(await fulfil()).toBe('user is gone');
    expect(order).not.toHaveProperty('userId');
  });
});

test.each([
  ['complete', 'paid', true],
  ['complete', 'no_payment_required', true],
  ['complete', 'unpaid', false],
  ['open', 'unpaid', false],
  ['open', 'no_payment_required', false],
  ['expired', 'unpaid', false],
] as const)('a checkout that is %s and %s is settled: %s', (status, payment_status, expected) => {
  expect(isSettled({ status, payment_status } as Stripe.Checkout.Session)).toBe(expected);
});
