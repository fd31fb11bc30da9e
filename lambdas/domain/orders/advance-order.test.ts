import { describe, expect, test } from 'vitest';
import { type OrderStatus, orderStates } from '../../../contract/records/order-states.ts';
import { advanceOrder, givesLicense, isInSync, isRefundDue, licensesAfter } from './advance-order.ts';
import type { StoredOrder } from './order-store.ts';
import type { Checkout } from './read-checkout.ts';

const opened = '2025-09-01T10:00:00.000Z';
const first = '2025-09-01T10:05:00.000Z';
const later = '2025-09-20T08:00:00.000Z';

const checkout = (status: OrderStatus, change: Partial<Checkout> = {}): Checkout => ({
  sessionId: 'cs_1',
  userId: 'user-1',
  priceId: 'price_1',
  referralCode: 'friend',
  termsVersion: '2025-06-13',
  createdAt: opened,
  status,
  amountInCents: 4900,
  taxInCents: 931,
  amountRefundedInCents: status === 'refunded' ? 4900 : 0,
  currency: 'usd',
  ...(status === 'created' ? {} : { paymentIntentId: 'pi_1' }),
  ...change,
});

type Buyer = Parameters<typeof advanceOrder>[2]['buyer'];
const somebody = (licenses: Record<string, string> = {}): Buyer => ({ userId: 'user-1', licenses });

interface Change {
  buyer?: Buyer;
  referrerId?: string;
  hasRefundFailed?: boolean;
  at?: string;
  cause?: string;
  withdrawnAt?: string;
}

function advance(
  current: StoredOrder | undefined,
  seen: Checkout,
  {
    buyer = somebody(),
    referrerId = 'user-2',
    hasRefundFailed = false,
    at = first,
    cause = 'evt_1',
    withdrawnAt,
  }: Change = {},
) {
  return advanceOrder(current, seen, { buyer, referrerId, hasRefundFailed, withdrawnAt }, { at, cause });
}
const nobody = { buyer: undefined, referrerId: undefined, hasRefundFailed: false };
/** The order after its account was deleted. */
const advanceForNobody = (current: StoredOrder | undefined, seen: Checkout, withdrawnAt?: string) =>
  advanceOrder(current, seen, { ...nobody, withdrawnAt }, { at: later, cause: 'evt_2' });
const paid = advance(undefined, checkout('paid'));
/** The order and the buyer's licenses after these states at Stripe. */
function follow(...statuses: OrderStatus[]) {
  let order: StoredOrder | undefined;
  let licenses: Readonly<Record<string, string>> = {};
  for (const status of statuses) {
    order = advance(order, checkout(status), { buyer: somebody(licenses), at: later });
    licenses = licensesAfter(licenses, order);
  }
  if (!order) throw new Error('The list of states is empty.');
  return { order, licenses };
}

test('stores what a paid order is for, grants the license, and keeps the history', () => {
  expect(advance(undefined, checkout('paid'))).toEqual({
    orderId: 'cs_1',
    userId: 'user-1',
    priceId: 'price_1',
    referralCode: 'friend',
    termsVersion: '2025-06-13',
    amountInCents: 4900,
    taxInCents: 931,
    amountRefundedInCents: 0,
    currency: 'usd',
    status: 'paid',
    paymentIntentId: 'pi_1',
    createdAt: opened,
    licensedAt: first,
    converts: true,
    version: 1,
    outbox: [{ change: 'granted', idempotencyKey: '2' }],
    history: [
      { at: opened, status: 'created', amountRefundedInCents: 0, cause: 'checkout' },
      { at: first, status: 'paid', amountRefundedInCents: 0, cause: 'evt_1' },
    ],
  });
});

test('sets an expiry for an unfinished checkout, but not for an order', () => {
  const open = advance(undefined, checkout('created'));
  const monthLater = Date.parse('2025-10-01T10:00:00.000Z') / 1000;
  expect(open.expiration).toBe(monthLater);
  expect(advance(open, checkout('expired')).expiration).toBe(monthLater);
  for (const status of ['free', 'paymentPending', 'failed', 'paid'] as const) {
    expect(advance(open, checkout(status))).not.toHaveProperty('expiration');
  }
});

const atStripe = (Object.keys(orderStates) as OrderStatus[]).filter((status) => status !== 'revoked');

test.each(atStripe)('changes nothing when it is %s again', (status) => {
  const { order, licenses } = follow(status);
  expect(advance(order, checkout(status), { buyer: somebody(licenses), at: later, cause: 'evt_2' })).toBe(
    order,
  );
});

test('changes nothing for the same state', () => {
  const buyer = somebody({ cs_1: first });
  expect(advance(paid, checkout('paid'), { buyer, at: later, cause: 'evt_2' })).toBe(paid);
});

test("ignores a new URL of the receipt, which differs with each of Stripe's answers", () => {
  const buyer = somebody({ cs_1: first });
  const receiptUrl = 'https://pay.stripe.com/receipts/2';
  expect(advance(paid, checkout('paid', { receiptUrl }), { buyer })).toBe(paid);
});

test('stores the country of the buyer and the invoice', () => {
  const seen = checkout('paid', { country: 'DE', invoiceId: 'in_1' });
  expect(advance(undefined, seen)).toMatchObject({ country: 'DE', invoiceId: 'in_1' });
});

test('stores the address of the receipt with a change of the payment', () => {
  const receiptUrl = 'https://pay.stripe.com/receipts/1';
  expect(advance(undefined, checkout('paid', { receiptUrl }))).toMatchObject({ receiptUrl });
});

test('stores the number of the invoice and the reverse charge', () => {
  const seen = checkout('paid', { invoiceId: 'in_1', invoiceNumber: 'A1B2-0001', isReverseCharge: true });
  expect(advance(undefined, seen)).toMatchObject({ invoiceNumber: 'A1B2-0001', isReverseCharge: true });
});

test('adds an invoice that Stripe made later, without another entry in the history', () => {
  const buyer = somebody({ cs_1: first });
  const seen = checkout('paid', { invoiceId: 'in_1' });
  const { outbox: _, ...done } = paid;
  expect(isInSync(done, seen)).toBe(false);
  const next = advance(paid, seen, { buyer, at: later });
  expect(next).toEqual({ ...paid, invoiceId: 'in_1', version: 2 });
  expect(advance(next, seen, { buyer, at: later })).toBe(next);
  expect(advance(next, checkout('paid'), { buyer, at: later })).toBe(next);
});

test('is in sync when the order matches Stripe and its outbox is empty', () => {
  const { outbox: _, ...done } = paid;
  expect(isInSync(done, checkout('paid'))).toBe(true);
  expect(isInSync(paid, checkout('paid'))).toBe(false);
  expect(isInSync(done, checkout('refunded'))).toBe(false);
  expect(isInSync({ ...done, refundReason: 'duplicate' }, checkout('paid'))).toBe(false);
});

test('is in sync while credit notes are refused or unknown', () => {
  const { outbox: _, ...done } = paid;
  const missingCreditNotes = [{ refundId: 're_1', params: { invoice: 'in_1' } }];
  expect(isInSync(done, checkout('paid', { missingCreditNotes }))).toBe(false);
  expect(isInSync({ ...done, refusedCreditNotes: ['re_1'] }, checkout('paid', { missingCreditNotes }))).toBe(
    true,
  );
  const credited = { ...done, creditNotes: [{ creditNoteId: 'cn_1', number: 'A-1-CN-01' }] };
  expect(isInSync(credited, checkout('paid', { areCreditNotesUnknown: true }))).toBe(true);
  expect(isInSync(credited, checkout('paid'))).toBe(false);
});

test('throws for a state that cannot follow', () => {
  expect(() => advance(paid, checkout('created'))).toThrow(
    'is paid, and Stripe says created, which cannot follow',
  );
});

test('adds another entry with the same state for a second partial refund', () => {
  const buyer = somebody({ cs_1: first });
  const once = advance(paid, checkout('partlyRefunded', { amountRefundedInCents: 100 }), { buyer });
  const twice = advance(once, checkout('partlyRefunded', { amountRefundedInCents: 300 }), { buyer });
  expect(twice.history.slice(-2).map(({ amountRefundedInCents }) => amountRefundedInCents)).toEqual([
    100, 300,
  ]);
  expect(givesLicense(twice)).toBe(true);
});

test('notifies the buyer of each partial refund, but not of a failed one', () => {
  const buyer = somebody({ cs_1: first });
  const { outbox: _, ...done } = paid;
  const once = advance(done, checkout('partlyRefunded', { amountRefundedInCents: 100 }), { buyer });
  const twice = advance(once, checkout('partlyRefunded', { amountRefundedInCents: 300 }), { buyer });
  const back = advance(twice, checkout('partlyRefunded', { amountRefundedInCents: 100 }), { buyer });
  expect(once.outbox?.map(({ change }) => change)).toEqual(['partlyRefunded']);
  expect(twice.outbox?.map(({ change }) => change)).toEqual(['partlyRefunded', 'partlyRefunded']);
  expect(back.outbox).toEqual(twice.outbox);
});

test('does not notify the buyer of a partial refund while the payment is disputed', () => {
  const { outbox: _, ...done } = paid;
  const seen = checkout('disputed', { amountRefundedInCents: 100 });
  expect(advance(done, seen, { buyer: somebody({ cs_1: first }) })).not.toHaveProperty('outbox');
});

describe('the license', () => {
  test.each([
    [['paid', 'refunded'], false, ['granted', 'revoked']],
    [['paid', 'disputed'], true, ['granted']],
    [['paid', 'disputed', 'disputeLost'], false, ['granted', 'revoked']],
    [['paid', 'disputed', 'disputeLost', 'disputeWon'], true, ['granted', 'revoked', 'restored']],
    [['paid', 'disputed', 'disputeWon'], true, ['granted']],
    [['paid', 'refunded', 'paid'], true, ['granted', 'revoked', 'restored']],
    [['paymentPending'], false, ['paymentPending']],
    [['paymentPending', 'paymentPending', 'paid'], true, ['paymentPending', 'granted']],
    [['paymentPending', 'failed'], false, ['paymentPending', 'paymentFailed']],
    [['refunded'], false, []],
    [['disputeLost'], false, []],
    [['disputeWon'], true, ['granted']],
    [['expired'], false, []],
    [['failed'], false, ['paymentFailed']],
    [['paymentPending', 'failed', 'paid'], true, ['paymentPending', 'paymentFailed', 'granted']],
    [['partlyRefunded'], true, ['granted']],
  ] as [OrderStatus[], boolean, string[]][])('changes after %j', (statuses, holds, told) => {
    const { order, licenses } = follow(...statuses);
    expect(licenses).toEqual(holds ? { cs_1: later } : {});
    expect((order.outbox ?? []).map(({ change }) => change)).toEqual(told);
  });

  test('causes no email when another order gives the buyer the license', () => {
    const { order, licenses } = follow('paid');
    const buyer = somebody({ ...licenses, cs_2: first });
    const refunded = advance(order, checkout('refunded'), { buyer });
    expect(refunded.outbox).toEqual(order.outbox);
    expect(licensesAfter(buyer?.licenses ?? {}, refunded)).toEqual({ cs_2: first });
  });

  test('needs a decision by the team when a payment becomes valid again after another purchase', () => {
    const { order } = follow('paid', 'refunded');
    const back = advance(order, checkout('paid'), { buyer: somebody({ cs_2: first }) });
    expect(back.outbox?.at(-1)?.change).toBe('heldTwice');
    expect(isRefundDue(back)).toBe(false);
    expect(licensesAfter({ cs_2: first }, back)).toEqual({ cs_2: first, cs_1: later });
  });
});

describe('a refund', () => {
  const holder = somebody({ cs_0: opened });

  test('is due to a buyer who has the license through another order', () => {
    const second = advance(undefined, checkout('paid'), { buyer: holder });
    expect(second.refundReason).toBe('duplicate');
    expect(isRefundDue(second)).toBe(true);
    expect(licensesAfter(holder?.licenses ?? {}, second)).toBe(holder?.licenses);
    expect(second).not.toHaveProperty('licensedAt');
    expect(second).not.toHaveProperty('outbox');
  });

  test('is due once, and then causes an email', () => {
    const second = advance(undefined, checkout('paid'), { buyer: holder });
    const refunded = advance(second, checkout('refunded'), { buyer: holder });
    expect(isRefundDue(refunded)).toBe(false);
    expect(refunded.outbox?.map(({ change }) => change)).toEqual(['duplicateRefunded']);
    expect(advance(refunded, checkout('refunded'), { buyer: holder })).toBe(refunded);
  });

  test.each([
    ['after we saw it succeed', true],
    ['before we saw it succeed', false],
  ])('is not repeated by us when it fails %s', (_, wasSeen) => {
    const second = advance(undefined, checkout('paid'), { buyer: holder });
    const before = wasSeen ? advance(second, checkout('refunded'), { buyer: holder }) : second;
    const returned = advance(before, checkout('paid'), { buyer: holder, hasRefundFailed: true });
    expect(isRefundDue(returned)).toBe(false);
    expect(givesLicense(returned)).toBe(false);
    expect(returned.outbox?.at(-1)?.change).toBe('refundFailed');
    expect(advance(returned, checkout('paid'), { buyer: holder })).toBe(returned);
  });

  test('is due only after a dispute has ended', () => {
    const second = advance(undefined, checkout('paid'), { buyer: holder });
    const disputed = advance(second, checkout('disputed'), { buyer: holder });
    expect(isRefundDue(disputed)).toBe(false);
    const won = advance(disputed, checkout('disputeWon'), { buyer: holder });
    expect(isRefundDue(won)).toBe(true);
    expect(givesLicense(won)).toBe(false);
  });

  test('is due for a deleted account, without naming the buyer', () => {
    const order = advanceForNobody(undefined, checkout('paid'));
    expect(order).toMatchObject({ refundReason: 'account deleted', amountInCents: 4900 });
    expect(order).not.toHaveProperty('userId');
  });

  test('is not due for a license granted before the account was deleted', () => {
    const { userId: _buyer, outbox: _mails, ...ofNobody } = paid;
    const seen = checkout('partlyRefunded', { amountRefundedInCents: 100 });
    const order = advanceForNobody(ofNobody, seen);
    expect(isRefundDue(order)).toBe(false);
  });

  test('keeps only the notices to the team in the outbox of a deleted account', () => {
    const { userId: _buyer, ...ofNobody } = paid;
    const outbox = (['granted', 'refundFailed', 'revoked', 'heldTwice'] as const).map((change, index) => ({
      change,
      idempotencyKey: String(index),
    }));
    const order = advanceForNobody({ ...ofNobody, outbox }, checkout('paid'));
    expect(order.outbox?.map(({ change }) => change)).toEqual(['refundFailed', 'heldTwice']);
  });

  test.each([
    ['heldTwice', [{ change: 'heldTwice', idempotencyKey: '4' }]],
    ['granted', undefined],
  ] as const)('is not reported as failed when the outbox has only %s', (change, outbox) => {
    const { userId: _buyer, ...ofNobody } = paid;
    const step = { at: later, amountRefundedInCents: 0, cause: 'evt_2' };
    const history = [
      ...paid.history,
      { ...step, status: 'refunded' as const },
      { ...step, status: 'paid' as const },
    ];
    const order = advanceOrder(
      { ...ofNobody, history, outbox: [{ change, idempotencyKey: '4' }] },
      checkout('paid'),
      { buyer: undefined, referrerId: undefined, hasRefundFailed: false },
      { at: later, cause: 'evt_4' },
    );
    expect(order.outbox).toEqual(outbox);
    expect(order).not.toHaveProperty('hasRefundFailed');
  });

  test('is reported when it fails a second time for a duplicate', () => {
    const { order: refunded } = follow('paid', 'refunded');
    const { outbox: _, ...told } = refunded;
    const duplicate = { ...told, refundReason: 'duplicate' as const, hasRefundFailed: true };
    for (const context of [nobody, { ...nobody, buyer: holder }]) {
      const back = advanceOrder(duplicate, checkout('paid'), context, { at: later, cause: 'evt_3' });
      expect(back.outbox?.map(({ change }) => change)).toEqual(['refundFailed']);
    }
  });

  test.each([
    ['a refund failed', 'refunded', ['refundFailed']],
    ['a dispute was won', 'disputeLost', undefined],
  ] as const)('is reported for a deleted account only if it failed: %s, %s', (_, status, changes) => {
    const { userId: _buyer, ...ofNobody } = paid;
    const at = later;
    const history = [
      ...paid.history,
      { at, status, amountRefundedInCents: 0, cause: 'evt_2' },
      { at, status: 'paid' as const, amountRefundedInCents: 0, cause: 'evt_3' },
    ];
    const outbox = [{ change: 'restored' as const, idempotencyKey: String(history.length) }];
    const order = advanceForNobody({ ...ofNobody, history, outbox }, checkout('paid'));
    expect(order.outbox?.map(({ change }) => change)).toEqual(changes);
    expect(order.hasRefundFailed).toBe(changes && true);
  });

  test('is reported when it fails after the buyer deleted the account', () => {
    const { order: refunded } = follow('paid', 'refunded');
    const { userId: _buyer, outbox: _outbox, ...ofNobody } = refunded;
    const back = advanceForNobody(ofNobody, checkout('paid'));
    expect(back).toMatchObject({ hasRefundFailed: true, outbox: [{ change: 'refundFailed' }] });
    expect(isRefundDue(back)).toBe(false);
    const { outbox: _, ...told } = back;
    expect(advanceForNobody(told, checkout('paid'))).toBe(told);
  });

  test('is not due for a second free order', () => {
    const free = { amountInCents: 0, paymentIntentId: undefined };
    const second = advance(undefined, checkout('free', free), { buyer: holder });
    expect(second.refundReason).toBeUndefined();
    expect(givesLicense(second)).toBe(true);
  });
});

describe('an order that was passed on', () => {
  const passedOnAt = '2025-09-10T10:00:00.000Z';
  const receiptUrl = 'https://stripe.test/r';
  const moved: StoredOrder = {
    ...paid,
    userId: 'user-2',
    buyerId: 'user-1',
    passedOnAt,
    receiptUrl,
    outbox: [{ change: 'passedOn', idempotencyKey: '3', userId: 'user-1' }],
  };
  const holder = { userId: 'user-2', licenses: { cs_1: passedOnAt } };

  test('counts as held since it was passed on', () => {
    expect(licensesAfter({}, moved)).toEqual({ cs_1: passedOnAt });
    expect(advance(moved, checkout('paid'), { buyer: holder, at: later })).toBe(moved);
  });

  test('ends the license of its holder with a refund of its buyer', () => {
    const refunded = advance(moved, checkout('refunded'), { buyer: holder, at: later });
    expect(licensesAfter(holder.licenses, refunded)).toEqual({});
    expect(refunded).toMatchObject({ userId: 'user-2', buyerId: 'user-1', receiptUrl });
    expect(refunded.outbox?.at(-1)).toMatchObject({ change: 'revoked' });
  });

  test('keeps its buyer, the receipt, and the news for the previous holder without its holder', () => {
    const left = advanceForNobody(moved, checkout('refunded', { receiptUrl }));
    expect(left).toMatchObject({ buyerId: 'user-1', receiptUrl });
    expect(left.outbox?.map(({ change }) => change)).toEqual(['passedOn', 'revoked']);
    expect(left).not.toHaveProperty('userId');
  });

  test('tells its buyer about a withdrawal and a refund without its holder', () => {
    const { outbox: _, userId: _holder, ...left } = moved;
    const statedAt = '2025-09-02T10:00:00.000Z';
    const withdrawn = advanceForNobody(left, checkout('paid'), statedAt);
    expect(withdrawn.outbox).toEqual([{ change: 'withdrawn', idempotencyKey: '3' }]);
    const { outbox: _sent, ...told } = withdrawn;
    expect(advanceForNobody(told, checkout('refunded'))).not.toHaveProperty('outbox');
    const refunded = advanceForNobody(left, checkout('refunded'));
    expect(refunded.outbox).toEqual([{ change: 'revoked', idempotencyKey: '3' }]);
    const { buyerId: _buyer, ...withoutAnybody } = left;
    expect(advanceForNobody(withoutAnybody, checkout('refunded'))).not.toHaveProperty('outbox');
  });

  test('does not get the receipt again after its buyer has deleted the account', () => {
    const { buyerId: _, receiptUrl: _url, ...forgotten } = moved;
    const refunded = advance(forgotten, checkout('refunded', { receiptUrl }), { buyer: holder, at: later });
    expect(refunded.status).toBe('refunded');
    expect(refunded).not.toHaveProperty('receiptUrl');
  });
});

describe('a referral', () => {
  const converts = (options: { buyer?: Buyer; referrerId?: string }) =>
    advanceOrder(
      undefined,
      checkout('paid'),
      { buyer: somebody(), referrerId: undefined, hasRefundFailed: false, ...options },
      { at: first, cause: 'evt_1' },
    ).converts;

  test.each([
    ['from another user', { referrerId: 'user-2' }, true],
    ['from the buyer', { referrerId: 'user-1' }, false],
    ['from nobody', {}, false],
  ])('counts only for another user than the buyer: %s, %j', (_, options, counts) => {
    expect(converts(options)).toBe(counts);
  });

  test('counts once per license, not per order', () => {
    const free = checkout('free', { amountInCents: 0 });
    const second = advance(undefined, free, { buyer: somebody({ cs_0: opened }) });
    expect(second.converts).toBe(false);
  });
});

describe('a withdrawal', () => {
  const withdrawnAt = '2025-09-10T08:00:00.000Z';
  const holder = somebody({ cs_1: first });
  const withdraw = (current: StoredOrder, status: OrderStatus, change: Change = {}) =>
    advance(current, checkout(status), { buyer: holder, withdrawnAt, ...change });

  test('ends the license at once, marks the payment for a refund, and notifies the buyer', () => {
    const order = withdraw(paid, 'paid');
    expect(order).toMatchObject({ withdrawnAt, refundReason: 'withdrawn', status: 'paid' });
    expect(order.outbox?.at(-1)).toEqual({ change: 'withdrawn', idempotencyKey: '3' });
    expect(order.history.slice(2)).toEqual([
      { at: first, status: 'paid', amountRefundedInCents: 0, cause: 'evt_1' },
    ]);
    expect(givesLicense(order)).toBe(false);
    expect(licensesAfter({ cs_1: first }, order)).toStrictEqual({});
    expect(isRefundDue(order)).toBe(true);
  });

  test('emails the buyer once, and not again for the refund', () => {
    const { outbox: _, ...order } = withdraw(paid, 'paid');
    const refunded = advance(order, checkout('refunded'), { at: later });
    expect(refunded).toMatchObject({ status: 'refunded', withdrawnAt });
    expect(refunded).not.toHaveProperty('outbox');
    expect(isRefundDue(refunded)).toBe(false);
  });

  test('keeps the time of the first statement when it is stated again', () => {
    const order = withdraw(paid, 'paid');
    expect(withdraw(order, 'paid', { buyer: somebody(), withdrawnAt: '2025-09-11T08:00:00.000Z' })).toBe(
      order,
    );
  });

  test('changes nothing when it is stated too late', () => {
    const { outbox: _, ...order } = paid;
    expect(withdraw(order, 'paid', { withdrawnAt: '2025-09-16T10:05:00.000Z' })).toBe(order);
  });

  test('counts from its statement, even if it is handled late', () => {
    expect(withdraw(paid, 'paid', { at: later })).toMatchObject({ withdrawnAt });
  });

  test('waits for the end of a dispute before the refund', () => {
    const order = withdraw(paid, 'disputed');
    expect(order).toMatchObject({ refundReason: 'withdrawn' });
    expect(isRefundDue(order)).toBe(false);
    expect(isRefundDue(advance(order, checkout('disputeWon')))).toBe(true);
    expect(isRefundDue(advance(order, checkout('disputeLost')))).toBe(false);
  });

  test('refunds a pending payment when it arrives, without giving a license', () => {
    const pending = withdraw(advance(undefined, checkout('paymentPending')), 'paymentPending', {
      buyer: somebody(),
    });
    expect(pending).toMatchObject({ withdrawnAt });
    expect(pending).not.toHaveProperty('refundReason');
    const arrived = advance(pending, checkout('paid'), { at: later });
    expect(arrived).toMatchObject({ refundReason: 'withdrawn' });
    expect(arrived).not.toHaveProperty('licensedAt');
    expect(isRefundDue(arrived)).toBe(true);
  });

  test('refunds a deleted account without an email', () => {
    const order = advanceForNobody(paid, checkout('paid'), withdrawnAt);
    expect(order).toMatchObject({ refundReason: 'withdrawn' });
    expect(order).not.toHaveProperty('outbox');
  });

  test('is reported to the team when the bank returns the refund', () => {
    const order = withdraw(paid, 'paid');
    const refunded = advance(order, checkout('refunded'));
    const returned = advance(refunded, checkout('paid'), { at: later });
    expect(returned.outbox?.at(-1)?.change).toBe('refundFailed');
    expect(isRefundDue(returned)).toBe(false);
  });
});

describe('a dispute', () => {
  const dispute = {
    disputeId: 'du_1',
    reason: 'fraudulent',
    amountInCents: 4900,
    currency: 'usd',
    isInquiry: false,
    needsEvidence: true,
    dueAt: '2025-09-08T10:00:00.000Z',
  };
  const { outbox: _, ...done } = paid;
  const held = { buyer: somebody({ cs_1: first }) };
  const disputed = checkout('disputed', { dispute });
  const mails = ({ outbox = [] }: StoredOrder) =>
    outbox.filter(({ change }) => change === 'disputed').map(({ idempotencyKey }) => idempotencyKey);

  test('is stored, and reported to the team once', () => {
    const order = advance(done, disputed, held);
    expect(order.dispute).toEqual(dispute);
    expect(mails(order)).toEqual(['du_1#dispute']);
    const { outbox: _sent, ...sent } = order;
    expect(advance(sent, disputed, held)).toBe(sent);
    const changed = checkout('disputed', { dispute: { ...dispute, dueAt: '2025-09-10T10:00:00.000Z' } });
    expect(mails(advance(sent, changed, held))).toEqual([]);
    expect(advance(sent, changed, held).dispute?.dueAt).toBe('2025-09-10T10:00:00.000Z');
  });

  test('is reported again if it is another one', () => {
    const { outbox: _sent, ...sent } = advance(done, disputed, held);
    const second = checkout('disputed', { dispute: { ...dispute, disputeId: 'du_2' } });
    expect(mails(advance(sent, second, held))).toEqual(['du_2#dispute']);
  });

  const inquiry = checkout('paid', { dispute: { ...dispute, isInquiry: true } });
  const answered = checkout('paid', { dispute: { ...dispute, isInquiry: true, needsEvidence: false } });
  const isSent = ({ outbox: _sent, ...sent }: StoredOrder) => sent;

  test.each([
    ['before', []],
    ['after', [answered]],
  ])('is reported when an inquiry becomes one %s the answer', (_, seen) => {
    const first = advance(done, inquiry, held);
    expect(mails(first)).toEqual(['du_1']);
    let sent = isSent(first);
    for (const each of seen) sent = advance(sent, each, held);
    expect(mails(sent)).toEqual([]);
    expect(mails(advance(sent, disputed, held))).toEqual(['du_1#dispute']);
  });

  test('stored without its kind is reported when it was an inquiry, and never twice', () => {
    const stored = (from: Checkout) => {
      const { dispute: { isInquiry: _kind, ...old } = dispute, ...order } = isSent(advance(done, from, held));
      return { ...order, dispute: old };
    };
    expect(mails(advance(stored(disputed), disputed, held))).toEqual([]);
    expect(mails(advance(stored(inquiry), inquiry, held))).toEqual([]);
    expect(mails(advance(stored(inquiry), disputed, held))).toEqual(['du_1#dispute']);
  });

  test('is reported when it needs evidence only later', () => {
    const early = checkout('disputed', { dispute: { ...dispute, needsEvidence: false } });
    const seen = advance(done, early, held);
    expect(mails(seen)).toEqual([]);
    expect(mails(advance(seen, disputed, held))).toEqual(['du_1#dispute']);
  });

  test('is not reported when it needs no evidence', () => {
    const lost = checkout('disputeLost', { dispute: { ...dispute, needsEvidence: false } });
    expect(mails(advance(done, lost))).toEqual([]);
  });

  test('is reported when its buyer has deleted the account', () => {
    const { userId: _buyer, ...ownerless } = done;
    const order = advanceForNobody(ownerless, disputed);
    expect(mails(order)).toEqual(['du_1#dispute']);
  });

  test('of an order from before disputes were stored is a difference', () => {
    const { dispute: _dispute, outbox: _outbox, ...old } = advance(done, disputed, held);
    expect(isInSync(old, disputed)).toBe(false);
    expect(mails(advance(old, disputed, held))).toEqual(['du_1#dispute']);
  });
});
