import type { OrderTotals } from '../../../contract/records/desk-orders.ts';
import { orderStates } from '../../../contract/records/order-states.ts';
import type { StoredOrder } from './order-store.ts';

/** Returns the revenue of orders by currency, without those that cost nothing. Orders whose payment never arrived count only as orders. */
export function totalsOf(orders: readonly StoredOrder[]): OrderTotals[] {
  const byCurrency = new Map<string, OrderTotals>();
  for (const {
    currency,
    status,
    amountInCents,
    taxInCents = 0,
    amountRefundedInCents,
    licensedAt,
  } of orders) {
    if (amountInCents === 0) continue;
    const totals = byCurrency.get(currency) ?? {
      currency,
      orders: 0,
      grossInCents: 0,
      taxInCents: 0,
      refundedInCents: 0,
    };
    const isPaid = orderStates[status].givesLicense || licensedAt !== undefined || amountRefundedInCents > 0;
    byCurrency.set(currency, {
      ...totals,
      orders: totals.orders + 1,
      grossInCents: totals.grossInCents + (isPaid ? amountInCents : 0),
      taxInCents: totals.taxInCents + (isPaid ? taxInCents : 0),
      refundedInCents: totals.refundedInCents + amountRefundedInCents,
    });
  }
  return [...byCurrency.values()];
}
