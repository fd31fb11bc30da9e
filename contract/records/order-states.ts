export const orderStatuses = [
  'created',
  'free',
  'paymentPending',
  'failed',
  'expired',
  'paid',
  'partlyRefunded',
  'refunded',
  'disputed',
  'disputeWon',
  'disputeLost',
  'revoked',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/** The states in which money can be returned to the buyer. While a dispute is open, the bank holds the money. */
export const refundableStatuses: readonly OrderStatus[] = ['paid', 'partlyRefunded', 'disputeWon'];

interface OrderState {
  /** Whether the buyer has bought something or tried to. */
  isPurchase: boolean;
  /** Whether this order grants a license. An open dispute does not revoke it. */
  givesLicense: boolean;
  /** The buyer has paid, and the bank has not confirmed yet. */
  isAwaitingMoney: boolean;
  next: readonly OrderStatus[];
}

/**
 * The states of an order and the transitions between them. Each state but `revoked` is what Stripe reports at
 * some moment, so orders can skip states: events come late or not at all, and then an order changes
 * from `created` to `refunded` in one step. `next` therefore lists every state that Stripe can have
 * reached by the time we look again, and no other.
 *
 * - A checkout that expired stays expired: a buyer who tries again gets another one.
 * - A free order has no payment, so its state never changes at Stripe. A gift, which is not at
 *   Stripe, can be `revoked` by the team.
 * - A buyer retries a failed payment in another checkout. Some payment methods, such as a voucher,
 *   may still succeed after a failure.
 * - A refund may fail at the bank and is then reversed: `refunded` is not final.
 * - A dispute is lost or won and stays on record, so no state after it leads back to `paid`. A lost
 *   dispute may be overturned, and a payment may be disputed more than once.
 *
 * @see https://docs.stripe.com/payments/checkout/fulfillment
 * @see https://docs.stripe.com/disputes/how-disputes-work
 * @see https://docs.stripe.com/refunds#failed-refunds
 */
export const orderStates: Readonly<Record<OrderStatus, OrderState>> = {
  created: {
    isPurchase: false,
    givesLicense: false,
    isAwaitingMoney: false,
    next: orderStatuses.filter((status) => status !== 'created' && status !== 'revoked'),
  },
  free: { isPurchase: true, givesLicense: true, isAwaitingMoney: false, next: ['revoked'] },
  paymentPending: {
    isPurchase: true,
    givesLicense: false,
    isAwaitingMoney: true,
    next: ['failed', 'paid', 'partlyRefunded', 'refunded', 'disputed', 'disputeWon', 'disputeLost'],
  },
  failed: {
    isPurchase: true,
    givesLicense: false,
    isAwaitingMoney: false,
    next: ['paid', 'partlyRefunded', 'refunded', 'disputed', 'disputeWon', 'disputeLost'],
  },
  expired: { isPurchase: false, givesLicense: false, isAwaitingMoney: false, next: [] },
  paid: {
    isPurchase: true,
    givesLicense: true,
    isAwaitingMoney: false,
    next: ['partlyRefunded', 'refunded', 'disputed', 'disputeWon', 'disputeLost'],
  },
  partlyRefunded: {
    isPurchase: true,
    givesLicense: true,
    isAwaitingMoney: false,
    next: ['paid', 'refunded', 'disputed', 'disputeWon', 'disputeLost'],
  },
  refunded: {
    isPurchase: true,
    givesLicense: false,
    isAwaitingMoney: false,
    next: ['paid', 'partlyRefunded', 'disputed', 'disputeWon', 'disputeLost'],
  },
  disputed: {
    isPurchase: true,
    givesLicense: true,
    isAwaitingMoney: false,
    next: ['partlyRefunded', 'refunded', 'disputeWon', 'disputeLost'],
  },
  disputeWon: {
    isPurchase: true,
    givesLicense: true,
    isAwaitingMoney: false,
    next: ['partlyRefunded', 'refunded', 'disputed', 'disputeLost'],
  },
  disputeLost: {
    isPurchase: true,
    givesLicense: false,
    isAwaitingMoney: false,
    next: ['partlyRefunded', 'refunded', 'disputed', 'disputeWon'],
  },
  revoked: { isPurchase: true, givesLicense: false, isAwaitingMoney: false, next: [] },
};

/** Whether the buyer paid for an order in this state, even if the money went back since. */
export function wasPaid(status: OrderStatus): boolean {
  return (
    status !== 'free' &&
    (orderStates[status]?.givesLicense || status === 'refunded' || status === 'disputeLost')
  );
}

/**
 * Whether an order in one state can be in the other state now. Every order can stay in its state.
 */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return from === to || orderStates[from].next.includes(to);
}

/** Whether the bank is processing the payment of an order. A newer server may have other states. */
export const isPaymentPending = ({
  status,
  withdrawnAt,
}: {
  status: OrderStatus;
  withdrawnAt?: string | undefined;
}): boolean => orderStates[status]?.isAwaitingMoney && !withdrawnAt;
