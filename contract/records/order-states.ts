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
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

interface OrderState {
  /** Whether the buyer has bought something, or tried to. */
  isPurchase: boolean;
  /** Whether the buyer holds the license by this order. While a dispute is open they do. */
  givesLicense: boolean;
  /** The buyer has done their part, and the bank takes its time. */
  isAwaitingMoney: boolean;
  next: readonly OrderStatus[];
}

/**
 * What can become of an order. Each state is what Stripe says at some moment, so a state can be missed: events come late or not at all,
 * and then an order goes from `created` to `refunded` in one step. `next` therefore names every state that Stripe can have reached by
 * the time we look again, and nothing that it cannot.
 *
 * - A checkout that expired stays so: who tries again gets another one.
 * - A free order has no payment, so nothing can happen to it.
 * - A payment that failed is tried again in another checkout; but some ways to pay, such as a voucher, may bring the money all the same.
 * - A refund may fail at the bank and is taken back then: `refunded` is not the end.
 * - A dispute is lost or won and never forgotten, so nothing leads from it back to `paid`; a lost one may be overturned, and a payment
 *   may be disputed more than once.
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
    next: orderStatuses.filter((status) => status !== 'created'),
  },
  free: { isPurchase: true, givesLicense: true, isAwaitingMoney: false, next: [] },
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
};

/** Whether an order that was last seen in one state can be in the other now. To stay as it is, it always can. */
export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return from === to || orderStates[from].next.includes(to);
}
