import { isDeepStrictEqual } from 'node:util';
import {
  type LicenseChange,
  type TeamDecision,
  teamDecisions,
} from '../../../contract/events/license-changes.ts';
import type { OrderDispute } from '../../../contract/records/order-dispute.ts';
import { canBecome, orderStates, refundableStatuses } from '../../../contract/records/order-states.ts';
import { secondsPerDay, unpaidOrderDays } from '../../../contract/rules/retention.ts';
import { canWithdraw } from '../../../contract/rules/withdrawal.ts';
import type { Licenses, StoredUser } from '../users/user-store.ts';
import { creditNotesToMake } from './order-credit-notes.ts';
import type { StoredOrder } from './order-store.ts';
import type { Checkout } from './read-checkout.ts';

interface Trigger {
  /** ISO 8601, UTC. */
  at: string;
  /** The cause of the run: the id of a Stripe event, or the name of one of our functions. */
  cause: string;
}

/** The data that an order depends on in addition to its checkout. */
interface Context {
  /** The holder: the buyer, or the person to whom the license was passed on. Undefined when the account is deleted. */
  buyer: Pick<StoredUser, 'userId' | 'licenses'> | undefined;
  /** The owner of the checkout's referral code; undefined when the code has no owner. */
  referrerId: string | undefined;
  /** Whether a refund that we made ourselves failed at Stripe. */
  hasRefundFailed: boolean;
  /** When the buyer stated the withdrawal that this run applies; ISO 8601, UTC. */
  withdrawnAt?: string | undefined;
}

/**
 * Applies the state of the checkout at Stripe to the order. Returns the same object when nothing changes.
 * @throws Error when the order cannot go from its state to that of the checkout
 */
export function advanceOrder(
  current: StoredOrder | undefined,
  checkout: Checkout,
  context: Context,
  trigger: Trigger,
): StoredOrder {
  const before = current ?? openedOrder(checkout);
  const moved = withWithdrawal(applyCheckout(before, checkout, trigger), context, trigger);
  const next = withDispute(withLicense(moved, before, context, trigger.at), before);
  const known = withoutReceipt(context.buyer ? next : withoutBuyer(next), context.buyer !== undefined);
  if (known === current) return known;
  return { ...known, version: (current?.version ?? 0) + 1 };
}

/** Whether this order gives its holder the license. */
export function givesLicense(order: StoredOrder): boolean {
  return orderStates[order.status].givesLicense && order.refundReason === undefined;
}

type RefundState = Pick<StoredOrder, 'refundReason' | 'hasRefundFailed' | 'status'>;

/**
 * Whether the payment can be refunded. Stripe refuses to refund a disputed payment, because the bank decides.
 * A refund that failed is not repeated: the team sends the money to another account.
 */
export function isRefundable({ hasRefundFailed, status }: Omit<RefundState, 'refundReason'>): boolean {
  return !hasRefundFailed && refundableStatuses.includes(status);
}

/** Whether we owe the buyer a refund. */
export function isRefundDue(order: RefundState): boolean {
  return order.refundReason !== undefined && isRefundable(order);
}

/** Whether the order matches its checkout and has nothing left to do. */
export function isInSync(order: StoredOrder, checkout: Checkout): boolean {
  const isComplete = !isRefundDue(order) && !order.outbox && creditNotesToMake(order, checkout).length === 0;
  return isSame(order, checkout) && isComplete;
}

function isSame(order: StoredOrder, checkout: Checkout): boolean {
  return isSameMoney(order, checkout) && isDeepStrictEqual(withStripeRecords(order, checkout), order);
}

/** The order with the invoice, the credit notes and the dispute of its checkout. A free order has none. */
export function withStripeRecords(order: StoredOrder, checkout: Checkout): StoredOrder {
  const { invoiceId, invoiceNumber, isReverseCharge, areCreditNotesUnknown, dispute } = checkout;
  const { creditNotes: known, ...others } = order;
  // A credit note that was voided no longer counts.
  const creditNotes = areCreditNotesUnknown ? known : checkout.creditNotes;
  return {
    ...others,
    ...(creditNotes ? { creditNotes } : {}),
    ...(invoiceId ? { invoiceId } : {}),
    ...(invoiceNumber ? { invoiceNumber } : {}),
    ...(isReverseCharge ? { isReverseCharge } : {}),
    ...(dispute ? { dispute } : {}),
  };
}

function isSameMoney(order: StoredOrder, { status, amountRefundedInCents }: Checkout): boolean {
  return order.status === status && order.amountRefundedInCents === amountRefundedInCents;
}

/** The order of a checkout that has just been opened. */
export function openedOrder(checkout: Checkout): StoredOrder {
  const { sessionId: orderId, userId, priceId, referralCode, termsVersion, createdAt } = checkout;
  return {
    orderId,
    userId,
    priceId,
    termsVersion,
    amountInCents: checkout.amountInCents,
    amountRefundedInCents: 0,
    currency: checkout.currency,
    status: 'created',
    createdAt,
    ...(referralCode ? { referralCode } : {}),
    version: 0,
    expiration: Math.floor(Date.parse(createdAt) / 1000) + unpaidOrderDays * secondsPerDay,
    history: [{ at: createdAt, status: 'created', amountRefundedInCents: 0, cause: 'checkout' }],
  };
}

function applyCheckout(order: StoredOrder, checkout: Checkout, { at, cause }: Trigger): StoredOrder {
  const { status, amountRefundedInCents, country, paymentIntentId, receiptUrl } = checkout;
  if (!canBecome(order.status, status)) {
    throw new Error(
      `Order ${order.orderId} is ${order.status}, and Stripe says ${status}, which cannot follow.`,
    );
  }
  if (isSame(order, checkout)) return order;
  // Stripe may create the invoice after we have read the payment.
  if (isSameMoney(order, checkout)) return withStripeRecords(order, checkout);
  const { expiration, ...kept } = withStripeRecords(order, checkout);
  return {
    ...kept,
    ...(orderStates[status].isPurchase ? {} : { expiration }),
    status,
    amountInCents: checkout.amountInCents,
    taxInCents: checkout.taxInCents,
    amountRefundedInCents,
    ...(country ? { country } : {}),
    ...(paymentIntentId ? { paymentIntentId } : {}),
    // Stripe returns another address each time. Ignore it when checking for changes.
    ...(receiptUrl ? { receiptUrl } : {}),
    history: [...order.history, { at, status, amountRefundedInCents, cause }],
  };
}

/** Stores a withdrawal that was stated in time. A later statement does not replace an earlier one. */
function withWithdrawal(order: StoredOrder, { withdrawnAt }: Context, { at, cause }: Trigger): StoredOrder {
  if (withdrawnAt === undefined || !canWithdraw(order, new Date(withdrawnAt))) return order;
  const { status, amountRefundedInCents } = order;
  return {
    ...order,
    withdrawnAt,
    history: [...order.history, { at, status, amountRefundedInCents, cause }],
  };
}

/** Grants, revokes or restores the license, or marks the order for a refund because the buyer paid for nothing. */
function withLicense(
  order: StoredOrder,
  before: StoredOrder,
  { buyer, referrerId, hasRefundFailed }: Context,
  at: string,
): StoredOrder {
  const { [order.orderId]: held, ...others } = buyer?.licenses ?? {};
  const holdsOther = Object.keys(others).length > 0;
  // A payment that was pending at the withdrawal is refunded when it arrives.
  if (order.withdrawnAt && !order.refundReason && orderStates[order.status].givesLicense)
    return withFollowUp({ ...order, refundReason: 'withdrawn' }, 'withdrawn');
  const isFirstTime = orderStates[order.status].givesLicense && !order.licensedAt && !order.refundReason;
  if (isFirstTime && order.amountInCents > 0) {
    if (!buyer) return { ...order, refundReason: 'account deleted' };
    if (holdsOther) return { ...order, refundReason: 'duplicate' };
  }
  if (hasRefundFailed && isRefundDue(order)) {
    return withFollowUp({ ...order, hasRefundFailed: true }, 'refundFailed');
  }
  const hasMoneyComeBack =
    orderStates[order.status].givesLicense && order.amountRefundedInCents < before.amountRefundedInCents;
  if (hasMoneyComeBack && (!buyer || order.refundReason)) {
    return withFollowUp({ ...order, hasRefundFailed: true }, 'refundFailed');
  }
  if (!buyer) return refundOfPassedOn(order, before);
  if (isFirstTime) {
    const converts = referrerId !== undefined && referrerId !== buyer.userId && !holdsOther;
    return withFollowUp({ ...order, licensedAt: at, converts }, 'granted');
  }
  if (givesLicense(order) && !held) return withFollowUp(order, holdsOther ? 'heldTwice' : 'restored');
  if (!givesLicense(order) && held) return withFollowUp(order, holdsOther ? undefined : 'revoked');
  const isPartOfIt =
    order.status === 'partlyRefunded' && order.amountRefundedInCents > before.amountRefundedInCents;
  if (isPartOfIt && held && !order.refundReason) return withFollowUp(order, 'partlyRefunded');
  if (order.status === 'paymentPending' && before.status !== 'paymentPending')
    return withFollowUp(order, 'paymentPending');
  if (order.status === 'failed' && before.status !== 'failed') return withFollowUp(order, 'paymentFailed');
  const isPaidBack = order.status === 'refunded' && before.status !== 'refunded';
  return isPaidBack && order.refundReason === 'duplicate' ? withFollowUp(order, 'duplicateRefunded') : order;
}

/** The buyer of a license that was passed on is told about the refund, although the account of its holder is deleted. */
function refundOfPassedOn(order: StoredOrder, before: StoredOrder): StoredOrder {
  const isRefunded = order.status === 'refunded' && before.status !== 'refunded';
  return order.buyerId && isRefunded && !order.withdrawnAt ? withFollowUp(order, 'revoked') : order;
}

/** The team gets one email for each inquiry and each dispute that needs evidence. */
function withDispute(order: StoredOrder, before: StoredOrder): StoredOrder {
  const { dispute } = order;
  if (!dispute?.needsEvidence) return order;
  const idempotencyKey = disputeKeyOf(dispute);
  const known = before.dispute;
  // Only a dispute changes the status of its order.
  const isKnown =
    known?.needsEvidence &&
    disputeKeyOf({ isInquiry: before.status !== 'disputed', ...known }) === idempotencyKey;
  if (isKnown) return order;
  const followUp = { change: 'disputed', idempotencyKey } as const;
  return { ...order, outbox: [...(order.outbox ?? []), followUp] };
}

/** An inquiry keeps its id when it becomes a dispute. */
export const disputeKeyOf = ({
  disputeId,
  isInquiry,
}: Pick<OrderDispute, 'disputeId' | 'isInquiry'>): string => (isInquiry ? disputeId : `${disputeId}#dispute`);

/** Adds follow-up work to the order's outbox. `change` is undefined when nobody needs an email. */
function withFollowUp(order: StoredOrder, change: LicenseChange | TeamDecision | undefined): StoredOrder {
  const idempotencyKey = String(order.history.length);
  return { ...order, outbox: [...(order.outbox ?? []), ...(change ? [{ change, idempotencyKey }] : [])] };
}

/** The licenses of the holder after this order. Returns the same object when nothing changes. */
export function licensesAfter(licenses: Licenses, order: StoredOrder): Licenses {
  const { [order.orderId]: held, ...others } = licenses;
  const since = givesLicense(order) ? (order.passedOnAt ?? order.licensedAt) : undefined;
  if (since === held) return licenses;
  return since === undefined ? others : { ...others, [order.orderId]: since };
}

/** Stripe's receipt belongs to the buyer, and is removed with the account. */
function withoutReceipt(order: StoredOrder, hasHolder: boolean): StoredOrder {
  const hasBuyer = order.passedOnAt ? order.buyerId !== undefined : hasHolder;
  if (hasBuyer || order.receiptUrl === undefined) return order;
  const { receiptUrl: _, ...rest } = order;
  return rest;
}

/**
 * Removes what identifies the holder, and the emails to them. What was sold, when, and for how much stays for the tax office. The referral
 * code stays so that a refund reverses the conversion. The emails to the buyer of an order that was passed on stay, too. If the email about
 * a failed refund was not sent yet, the team gets it instead.
 */
function withoutBuyer(order: StoredOrder): StoredOrder {
  const {
    userId: _holder,
    giftFrom: _giver,
    licenseFile: _license,
    isLicenseUnannounced: _,
    outbox = [],
    ...rest
  } = order;
  const left = outbox.flatMap((followUp) => {
    if (isTeamDecision(followUp.change) || followUp.userId) return [followUp];
    if (isFailedRefund(order, followUp)) return [{ ...followUp, change: 'refundFailed' as const }];
    return order.buyerId ? [followUp] : [];
  });
  const anonymous = {
    ...rest,
    ...(left.length > 0 ? { outbox: left } : {}),
    ...(left.some(({ change }) => change === 'refundFailed') ? { hasRefundFailed: true } : {}),
  };
  return isDeepStrictEqual(anonymous, order) ? order : anonymous;
}

type FollowUp = NonNullable<StoredOrder['outbox']>[number];

/** A license is restored after a refund that failed, or after a dispute that was won. */
function isFailedRefund({ history }: StoredOrder, { change, idempotencyKey }: FollowUp): boolean {
  return change === 'restored' && history[Number(idempotencyKey) - 2]?.status === 'refunded';
}

/** Whether the team has to decide something, which outlives the buyer's account. */
function isTeamDecision(change: LicenseChange | TeamDecision): change is TeamDecision {
  return teamDecisions.some((decision) => decision === change);
}
