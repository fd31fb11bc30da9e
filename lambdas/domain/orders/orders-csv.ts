import type { Order } from '../../../contract/records/order.ts';
import { offerOf } from '../../../contract/rules/catalog.ts';
import { fractionDigitsOf } from '../../../contract/rules/format-price.ts';
import { type MoneyMovement, moneyMovements } from './money-movements.ts';

const columns = [
  'date',
  'kind',
  'order',
  'offer',
  'country',
  'currency',
  'net',
  'tax',
  'gross',
  'invoice',
  'invoice number',
  'credit note number',
  'reverse charge',
] as const;

type Line = MoneyMovement & { order: Order; creditNotes: string };

/** Days (2026-11-30) or months (2026-11), both included, in UTC. */
export interface Period {
  from: string;
  to: string;
}

/**
 * A CSV file (RFC 4180) for the accountant: one line for each charge, refund and ended dispute in
 * the period, oldest first. It names no person.
 */
export function ordersCsv(orders: readonly Order[], period: Period): { text: string; count: number } {
  const lines = orders
    .flatMap(linesOf)
    .filter(({ at }) => isWithin(at, period))
    .sort((a, b) => a.at.localeCompare(b.at) || a.order.orderId.localeCompare(b.order.orderId));
  const rows = [columns, ...lines.map(fieldsOf)];
  return { text: rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join(''), count: lines.length };
}

/** The movements of an order. A refund names the credit notes that are about it. */
function linesOf(order: Order): Line[] {
  let kept = 0;
  return moneyMovements(order).map((movement) => {
    const before = order.amountInCents - kept;
    kept += movement.grossInCents;
    const after = order.amountInCents - kept;
    const notes = (order.creditNotes ?? []).filter(
      ({ refundedInCents = 0 }) =>
        movement.kind === 'refund' && refundedInCents > before && refundedInCents <= after,
    );
    return { ...movement, order, creditNotes: notes.map(({ number }) => number).join(' ') };
  });
}

/** ISO times begin with the month and the day, so comparing strings is enough. */
function isWithin(at: string, { from, to }: Period): boolean {
  return at >= from && at.slice(0, to.length) <= to;
}

function fieldsOf({ at, kind, grossInCents, taxInCents, order, creditNotes }: Line): string[] {
  const { orderId, priceId, country = '', currency, invoiceId = '', invoiceNumber = '' } = order;
  const amount = (inCents: number) => {
    const digits = fractionDigitsOf(currency);
    return (inCents / 10 ** digits).toFixed(digits);
  };
  return [
    at.slice(0, 10),
    kind,
    orderId,
    offerOf(priceId)?.name ?? priceId,
    country,
    currency.toUpperCase(),
    amount(grossInCents - taxInCents),
    amount(taxInCents),
    amount(grossInCents),
    invoiceId,
    invoiceNumber,
    creditNotes,
    order.isReverseCharge ? 'yes' : 'no',
  ];
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
