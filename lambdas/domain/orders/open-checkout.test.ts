import type Stripe from 'stripe';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { termsVersion } from '../../../contract/rules/terms-versions.ts';
import type { Caller } from '../../platform/caller.ts';
import { recordMetric } from '../../platform/record-metric.ts';
import { newUser } from '../users/new-user.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import { type Charge, openCheckout } from './open-checkout.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';

vi.mock('../../platform/record-metric.ts');

type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'mode' | 'status' | 'payment_status' | 'url' | 'created' | 'metadata' | 'client_reference_id'
> & {
  payment_intent?: Pick<Stripe.PaymentIntent, 'id' | 'status'>;
};
type Parameters = Stripe.Checkout.SessionCreateParams;

/** A fake of Stripe's checkout that replays its first answer to an idempotency key. */
function fakeStripe() {
  const sessions = new Map<string, Session>();
  const answers = new Map<string, { parameters: string; session: Session }>();
  const answer = (session: Session, replayed: boolean) => ({
    ...session,
    lastResponse: { headers: replayed ? { 'idempotent-replayed': 'true' } : {} },
  });
  const stored = (id: string) => {
    const session = sessions.get(id);
    if (!session) throw new Error(`There is no session ${id}.`);
    return session;
  };
  return {
    sessions,
    create: vi.fn(async (parameters: Parameters, { idempotencyKey }: { idempotencyKey: string }) => {
      const before = answers.get(idempotencyKey);
      if (before) {
        if (before.parameters !== JSON.stringify(parameters))
          throw new Error('The key came with other parameters.');
        return answer(before.session, true);
      }
      const id = `cs_${sessions.size + 1}`;
      const session: Session = {
        id,
        status: 'open',
        payment_status: 'unpaid',
        url: `https://stripe.test/${id}`,
        mode: 'payment',
        created: 1_757_000_000,
        metadata: parameters.metadata as Stripe.Metadata,
        client_reference_id: parameters.client_reference_id ?? null,
      };
      sessions.set(id, session);
      answers.set(idempotencyKey, { parameters: JSON.stringify(parameters), session: { ...session } });
      return answer(session, false);
    }),
    /** Returns a payment's status only with the whole payment. */
    retrieve: vi.fn(async (id: string, { expand = [] }: Stripe.Checkout.SessionRetrieveParams = {}) => {
      const { payment_intent: payment, ...session } = stored(id);
      const whole = expand.includes('payment_intent.latest_charge');
      return { ...answer(session, false), payment_intent: (whole ? payment : payment?.id) ?? null };
    }),
    expire: vi.fn(async (id: string) => {
      if (stored(id).status !== 'open') {
        throw Object.assign(new Error('Not open.'), { type: 'StripeInvalidRequestError' });
      }
      Object.assign(stored(id), { status: 'expired', url: null });
    }),
    /** Changes a session as the buyer or time would. */
    settle: (id: string, change: Partial<Session>) => Object.assign(stored(id), { url: null, ...change }),
  };
}

const caller: Caller = { userId: 'user-1', groups: [], accessToken: 'token', signedInAt: new Date(0) };
const request = {
  priceId: 'price_1',
  success_url: 'https://site.test/success',
  cancel_url: 'https://site.test/pricing',
};

let stripe: ReturnType<typeof fakeStripe>;
let user: StoredUser;
let isDeleted = false;
const stored = new Map<string, StoredOrder>();
/** The store's condition: rejects a write with an outdated previous checkout. */
const rememberCheckout = vi.fn<UserStore['rememberCheckout']>();
const mustExist = vi.fn<UserStore['mustExist']>();
const save = vi.fn<OrderStore['save']>();

beforeEach(() => {
  stripe = fakeStripe();
  user = newUser('user-1', 'ana@example.test', new Date());
  mustExist.mockReset().mockImplementation((userId) => ({
    ConditionCheck: { TableName: 'Users', Key: { userId }, ConditionExpression: 'exists' },
  }));
  isDeleted = false;
  stored.clear();
  save.mockReset().mockImplementation(async (order) => {
    if (isDeleted || stored.has(order.orderId)) return false;
    stored.set(order.orderId, order);
    return true;
  });
  rememberCheckout.mockReset().mockImplementation(async (_, checkout, previousSessionId) => {
    if (isDeleted || user.checkout?.sessionId !== previousSessionId) return false;
    user = { ...user, checkout };
    return true;
  });
});

function open(change: object = {}, who: Partial<Caller> = {}, charge?: Charge) {
  return openCheckout(
    {
      siteId: 'pool-1',
      siteUrl: 'https://site.test',
      stripe: { checkout: { sessions: stripe } } as unknown as Stripe,
      users: { find: async () => (isDeleted ? undefined : user), rememberCheckout, mustExist },
      orders: { find: async (id) => stored.get(id), save },
      readUser: async () => user,
    },
    { ...caller, ...who },
    { ...request, ...change },
    charge,
  );
}

const openSessions = () => [...stripe.sessions.values()].filter(({ status }) => status === 'open');
const keys = () => stripe.create.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
const aborted = expect.objectContaining({ code: 'aborted' });

/** Stores the order before the request under test does. */
async function saveBefore(order: StoredOrder): Promise<boolean> {
  stored.set(order.orderId, order);
  return false;
}

describe('the metric CheckoutsStarted', () => {
  beforeEach(() => void vi.mocked(recordMetric).mockClear());

  test('counts a checkout once, even after a double click or a return', async () => {
    await Promise.all([open(), open()]);
    await open();
    expect(vi.mocked(recordMetric).mock.calls).toEqual([['CheckoutsStarted', { orderId: 'cs_1' }]]);
  });

  test('does not count a checkout whose order is stored already', async () => {
    save.mockImplementationOnce(saveBefore);
    await open();
    expect(recordMetric).not.toHaveBeenCalled();
  });
});

describe('a first checkout', () => {
  test('opens a page for the price, and sends Stripe the buyer, the price and the referral code', async () => {
    expect(await open({ referralCode: 'friend' })).toEqual({
      sessionId: 'cs_1',
      url: 'https://stripe.test/cs_1',
    });
    expect(stripe.create.mock.lastCall?.[0]).toEqual({
      mode: 'payment',
      locale: 'auto',
      managed_payments: { enabled: false },
      line_items: [{ price: 'price_1', quantity: 1 }],
      client_reference_id: 'user-1',
      customer_email: 'ana@example.test',
      metadata: {
        site: 'pool-1',
        userId: 'user-1',
        priceId: 'price_1',
        termsVersion,
        referralCode: 'friend',
      },
      success_url: 'https://site.test/success',
      cancel_url: 'https://site.test/pricing',
    });
  });

  test.each(['included', 'excluded'] as const)(
    'requests an invoice and the tax of a paid order from Stripe: %s',
    async (salesTax) => {
      await open({}, {}, { currency: 'eur', salesTax });
      expect(stripe.create.mock.lastCall?.[0]).toMatchObject({
        managed_payments: { enabled: false },
        currency: 'eur',
        invoice_creation: { enabled: true },
        automatic_tax: { enabled: true },
        billing_address_collection: 'required',
        tax_id_collection: { enabled: true },
      });
    },
  );

  test('requests an invoice without tax on a stage without sales tax', async () => {
    await open({}, {}, { currency: 'usd', salesTax: 'none' });
    const parameters = stripe.create.mock.lastCall?.[0];
    expect(parameters).toHaveProperty('invoice_creation');
    for (const name of ['automatic_tax', 'billing_address_collection', 'tax_id_collection'])
      expect(parameters).not.toHaveProperty(name);
  });

  test('has no referral code if there is none', async () => {
    await open();
    expect(stripe.create.mock.lastCall?.[0].metadata).toEqual({
      site: 'pool-1',
      userId: 'user-1',
      priceId: 'price_1',
      termsVersion,
    });
  });

  test('is stored as an order of an existing user', async () => {
    await open({ referralCode: 'friend' });
    expect(save).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        orderId: 'cs_1',
        userId: 'user-1',
        priceId: 'price_1',
        referralCode: 'friend',
        termsVersion,
        status: 'created',
        createdAt: '2025-09-04T15:33:20.000Z',
        version: 0,
      }),
      undefined,
      [mustExist('user-1')],
    );
  });

  test('differs for two users with the same request', async () => {
    await open();
    user = newUser('user-2', 'ben@example.test', new Date());
    await open();
    const [first, second] = keys();
    expect(first).not.toBe(second);
    expect(openSessions()).toHaveLength(2);
  });
});

describe('openCheckout for a repeated request', () => {
  test('returns the same checkout after a double click, with the same key', async () => {
    const [first, second] = await Promise.all([open(), open()]);
    expect(second).toEqual(first);
    expect(new Set(keys()).size).toBe(1);
    expect(stripe.sessions.size).toBe(1);
  });

  test('returns the same checkout when the buyer cancels and returns', async () => {
    const first = await open();
    expect(await open()).toEqual(first);
    expect(stripe.create).toHaveBeenCalledOnce();
  });

  test('returns the same checkout when the function ended before it stored the session in the record', async () => {
    rememberCheckout.mockRejectedValueOnce(new Error('out of time'));
    await expect(open()).rejects.toThrow('out of time');
    expect(await open()).toMatchObject({ sessionId: 'cs_1' });
    expect(stripe.sessions.size).toBe(1);
  });

  test('returns the same checkout when the function ended before it stored the order, and stores the order first', async () => {
    save.mockRejectedValueOnce(new Error('out of time'));
    await expect(open()).rejects.toThrow('out of time');
    expect(await open()).toMatchObject({ sessionId: 'cs_1' });
    expect([...stored.keys()]).toEqual(['cs_1']);
  });

  test('returns the same checkout when another write came between reading the buyer and storing the order', async () => {
    save.mockResolvedValueOnce(false);
    expect(await open()).toMatchObject({ sessionId: 'cs_1' });
    expect([...stored.keys()]).toEqual(['cs_1']);
    expect(stripe.sessions.size).toBe(1);
  });

  test('returns the same checkout when another request stored the order first, without reading the session again', async () => {
    save.mockImplementationOnce(saveBefore);
    expect(await open()).toMatchObject({ sessionId: 'cs_1' });
    expect(stripe.retrieve).not.toHaveBeenCalled();
  });

  test('returns the checkout of another request that was faster', async () => {
    rememberCheckout.mockImplementationOnce(async (_, { fingerprint }) => {
      stripe.sessions.set('cs_other', {
        id: 'cs_other',
        status: 'open',
        payment_status: 'unpaid',
        url: 'https://stripe.test/cs_other',
        mode: 'payment',
        created: 1_757_000_000,
        metadata: { site: 'pool-1', userId: 'user-1', priceId: 'price_1', termsVersion: '2025-06-13' },
        client_reference_id: 'user-1',
      });
      user = { ...user, checkout: { sessionId: 'cs_other', fingerprint } };
      return false;
    });
    expect(await open()).toMatchObject({ sessionId: 'cs_other' });
  });
});

describe('openCheckout for another request', () => {
  test.each([
    ['referral code', { referralCode: 'friend' }],
    ['way back', { success_url: 'https://site.test/thanks' }],
    ['price', { priceId: 'price_2' }],
  ])('opens a new checkout for another %s, and expires the old one', async (_, change) => {
    await open();
    expect(await open(change)).toMatchObject({ sessionId: 'cs_2' });
    expect(openSessions().map(({ id }) => id)).toEqual(['cs_2']);
  });

  test('opens a new checkout for another currency, and expires the old one', async () => {
    await open({}, {}, { currency: 'usd', salesTax: 'none' });
    await open({}, {}, { currency: 'eur', salesTax: 'none' });
    expect(openSessions().map(({ id }) => id)).toEqual(['cs_2']);
  });

  test('opens a new checkout when the buyer changes a choice and changes it back', async () => {
    await open();
    await open({ referralCode: 'friend' });
    expect(await open()).toMatchObject({ sessionId: 'cs_3' });
    expect(openSessions().map(({ id }) => id)).toEqual(['cs_3']);
  });

  test('opens a new checkout after the old one expired', async () => {
    await open();
    stripe.settle('cs_1', { status: 'expired' });
    expect(await open()).toMatchObject({ sessionId: 'cs_2' });
    expect(new Set(keys()).size).toBe(2);
  });

  test('opens a new checkout after the old one expired without being stored, instead of its replayed answer', async () => {
    rememberCheckout.mockRejectedValueOnce(new Error('out of time'));
    await expect(open()).rejects.toThrow('out of time');
    stripe.settle('cs_1', { status: 'expired' });
    expect(await open()).toEqual({ sessionId: 'cs_2', url: 'https://stripe.test/cs_2' });
  });

  test('opens a new checkout after a refund, even on the same day', async () => {
    await open();
    const payment_intent = { id: 'pi_1', status: 'succeeded', latest_charge: { refunded: true } } as const;
    stripe.settle('cs_1', { status: 'complete', payment_status: 'paid', payment_intent });
    expect(await open()).toMatchObject({ sessionId: 'cs_2' });
    expect(stripe.expire).not.toHaveBeenCalled();
  });

  test.each([
    ['a withdrawal, while the payment is pending', 'unpaid', 'withdrawnAt'],
    ['a withdrawal, while the payment is kept, because a refund failed', 'paid', 'withdrawnAt'],
    ['the license was passed on', 'paid', 'passedOnAt'],
  ] as const)('opens a new checkout after %s', async (_, payment_status, field) => {
    await open();
    const payment_intent = { id: 'pi_1', status: 'succeeded', latest_charge: {} } as const;
    stripe.settle('cs_1', { status: 'complete', payment_status, payment_intent });
    await expect(open()).rejects.toThrow(aborted);
    const order = stored.get('cs_1');
    if (order) stored.set('cs_1', { ...order, [field]: '2025-09-04T16:00:00.000Z' });
    expect(await open()).toMatchObject({ sessionId: 'cs_2' });
  });

  test('opens a new checkout when Stripe returns that the old one does not exist, for example in another Stripe account', async () => {
    await open();
    stripe.retrieve.mockRejectedValueOnce(
      Object.assign(new Error('No such session.'), { code: 'resource_missing' }),
    );
    expect(await open()).toMatchObject({ sessionId: 'cs_2' });
  });

  test.each(['requires_payment_method', 'canceled'] as const)(
    'opens a new checkout after a delayed payment that failed, which Stripe calls %s',
    async (status) => {
      await open();
      const payment_intent = { id: 'pi_1', status };
      stripe.settle('cs_1', { status: 'complete', payment_status: 'unpaid', payment_intent });
      expect(await open()).toMatchObject({ sessionId: 'cs_2' });
      expect(stripe.expire).not.toHaveBeenCalled();
    },
  );

  test('opens a new checkout for another email address, even when the old session was never stored', async () => {
    rememberCheckout.mockRejectedValueOnce(new Error('out of time'));
    await expect(open()).rejects.toThrow('out of time');
    user = { ...user, email: 'new@example.test' };
    expect(await open()).toMatchObject({ sessionId: 'cs_2' });
    expect(stripe.create.mock.lastCall?.[0].customer_email).toBe('new@example.test');
  });

  test('opens a new checkout after a refund although the token still contains the group paid', async () => {
    expect(await open({}, { groups: ['paid'] })).toMatchObject({ sessionId: 'cs_1' });
  });

  test('leaves one checkout open after two different requests at once', async () => {
    const answers = await Promise.all([open(), open({ referralCode: 'friend' })]);
    const remembered = user.checkout?.sessionId;
    expect(answers.map(({ sessionId }) => sessionId)).toContain(remembered);
    expect(stripe.sessions.get(remembered ?? '')?.status).toBe('open');
  });
});

describe('openCheckout for a buyer who may have paid', () => {
  test('opens no checkout for a user with a license', async () => {
    user.subscription = { status: 'active', plan: 'lifetime', lastPaymentDate: '2025-09-01T00:00:00Z' };
    await expect(open()).rejects.toThrow(aborted);
    expect(stripe.create).not.toHaveBeenCalled();
  });

  test.each(['admin', 'vip'] as const)('opens no checkout for a member of the group %s', async (group) => {
    await expect(open({}, { groups: ['paid', group] })).rejects.toThrow(aborted);
    expect(stripe.create).not.toHaveBeenCalled();
  });

  test.each(['paid', 'no_payment_required'] as const)(
    'opens no checkout while an order that is %s is being settled, whatever the request',
    async (payment_status) => {
      await open();
      stripe.settle('cs_1', { status: 'complete', payment_status });
      await expect(open()).rejects.toThrow(
        expect.objectContaining({ code: 'aborted', details: { sessionId: 'cs_1' } }),
      );
      await expect(open({ referralCode: 'friend' })).rejects.toThrow(aborted);
      expect(stripe.create).toHaveBeenCalledOnce();
    },
  );

  test('opens no checkout for a buyer who has paid at an earlier address of the site', async () => {
    await open();
    const metadata = { ...stripe.sessions.get('cs_1')?.metadata, site: 'https://before.test' };
    stripe.settle('cs_1', { status: 'complete', payment_status: 'paid', metadata });
    await expect(open()).rejects.toThrow(aborted);
  });

  test('opens no checkout for a buyer who has paid before the order was stored', async () => {
    save.mockRejectedValueOnce(new Error('out of time'));
    await expect(open()).rejects.toThrow('out of time');
    stripe.settle('cs_1', { status: 'complete', payment_status: 'paid' });
    await expect(open()).rejects.toThrow(aborted);
  });

  test('opens no checkout after a partial refund, which keeps the license', async () => {
    await open();
    const payment_intent = { id: 'pi_1', status: 'succeeded', latest_charge: { refunded: false } } as const;
    stripe.settle('cs_1', { status: 'complete', payment_status: 'paid', payment_intent });
    await expect(open()).rejects.toThrow(aborted);
  });

  test('opens no checkout while a delayed payment is pending, whatever the request', async () => {
    await open();
    const payment_intent = { id: 'pi_1', status: 'processing' } as const;
    stripe.settle('cs_1', { status: 'complete', payment_status: 'unpaid', payment_intent });
    const refusal = {
      code: 'aborted',
      message: expect.stringContaining('Your bank is processing the payment'),
    };
    await expect(open()).rejects.toMatchObject(refusal);
    await expect(open({ referralCode: 'friend' })).rejects.toMatchObject(refusal);
    expect(stripe.create).toHaveBeenCalledOnce();
  });

  test('opens no checkout when the old one is paid while it is being expired', async () => {
    await open();
    stripe.expire.mockImplementationOnce(async (id) => {
      stripe.settle(id, { status: 'complete', payment_status: 'paid' });
      throw Object.assign(new Error('Not open.'), { type: 'StripeInvalidRequestError' });
    });
    await expect(open({ referralCode: 'friend' })).rejects.toThrow(aborted);
    expect(stripe.create).toHaveBeenCalledOnce();
  });

  test('opens no checkout when it keeps losing to other requests', async () => {
    rememberCheckout.mockResolvedValue(false);
    await expect(open()).rejects.toThrow(aborted);
    expect(stripe.create).toHaveBeenCalledTimes(4);
    expect(openSessions()).toHaveLength(1);
  });

  test('opens no checkout while Stripe cannot be reached to expire the old one', async () => {
    await open();
    stripe.expire.mockRejectedValueOnce(
      Object.assign(new Error('unavailable'), { type: 'StripeConnectionError' }),
    );
    await expect(open({ referralCode: 'friend' })).rejects.toThrow('unavailable');
    expect(stripe.create).toHaveBeenCalledOnce();
  });
});

describe('while the account is being deleted', () => {
  const uncharged = expect.objectContaining({
    code: 'unauthenticated',
    message: expect.stringContaining('Nothing was charged.'),
  });
  const deleteThen =
    <Arguments extends unknown[]>(next: (...given: Arguments) => Promise<boolean>) =>
    (...given: Arguments) => {
      isDeleted = true;
      return next(...given);
    };

  test('expires the session when the account is deleted before the session is saved in the record', async () => {
    const remember = rememberCheckout.getMockImplementation();
    rememberCheckout.mockImplementationOnce(deleteThen(async (...given) => remember?.(...given) ?? true));
    await expect(open()).rejects.toThrow(uncharged);
    expect(openSessions()).toEqual([]);
  });

  test('expires the session when the account is deleted before the order is stored', async () => {
    const saveAsUsual = save.getMockImplementation();
    save.mockImplementationOnce(deleteThen(async (...given) => saveAsUsual?.(...given) ?? true));
    await expect(open()).rejects.toThrow(uncharged);
    expect(openSessions()).toEqual([]);
  });

  test('promises a refund when the session was paid before it could be expired', async () => {
    save.mockImplementationOnce(
      deleteThen(async () => {
        stripe.settle('cs_1', { status: 'complete', payment_status: 'paid' });
        return false;
      }),
    );
    await expect(open()).rejects.toThrow(
      expect.objectContaining({
        code: 'unauthenticated',
        message: expect.stringContaining('we will refund the payment'),
      }),
    );
  });

  test('throws when the session cannot be expired', async () => {
    save.mockImplementationOnce(deleteThen(async () => false));
    stripe.expire.mockRejectedValueOnce(
      Object.assign(new Error('unavailable'), { type: 'StripeConnectionError' }),
    );
    await expect(open()).rejects.toThrow('unavailable');
  });
});

test('succeeds when the old checkout expires while it is being expired', async () => {
  await open();
  stripe.expire.mockImplementationOnce(async (id) => {
    stripe.settle(id, { status: 'expired' });
    throw Object.assign(new Error('Not open.'), { type: 'StripeInvalidRequestError' });
  });
  expect(await open({ referralCode: 'friend' })).toMatchObject({ sessionId: 'cs_2' });
});

test('throws when Stripe has no page for an open session', async () => {
  await open();
  stripe.settle('cs_1', { url: null });
  await expect(open()).rejects.toThrow('Checkout session cs_1 has no page.');
});
