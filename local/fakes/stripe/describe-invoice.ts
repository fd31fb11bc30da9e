import { countryName } from './countries.ts';
import { showMoney } from './money.ts';
import type { PdfLine } from './pdf-document.ts';
import type { CreditNote, Invoice } from './stripe-objects.ts';
import type { TaxRule } from './stripe-store.ts';

/** The lines of the PDF of an invoice. */
export function describeInvoice(invoice: Invoice, rule: TaxRule | undefined): PdfLine[] {
  const price = (amount: number) => showMoney(amount, invoice.currency);
  const blank = { text: '' };
  const { paid_at: paidAt } = invoice.status_transitions;
  return [
    { text: 'Invoice', isHeading: true },
    { text: `Invoice number: ${invoice.number}` },
    { text: `Date: ${formatDate(invoice.created)}` },
    { text: paidAt ? `Paid: ${formatDate(paidAt)}` : 'Not paid yet' },
    blank,
    { text: 'Bill to', isHeading: true },
    ...describeBuyer(invoice).map((text) => ({ text })),
    blank,
    { text: 'Items', isHeading: true },
    ...invoice.lines.data.map(({ quantity, description, amount }) => ({
      text: `${quantity} x ${description}`,
      amount: price(amount),
    })),
    blank,
    { text: 'Subtotal', amount: price(invoice.subtotal) },
    ...(invoice.total_taxes ?? []).map(({ amount, tax_behavior: behavior }) => ({
      text: `Tax (${rule?.percentage ?? 0}%)${behavior === 'inclusive' ? ', included' : ''}`,
      amount: price(amount),
    })),
    { text: 'Total', amount: price(invoice.total), isHeading: true },
    ...(rule?.reason === 'reverse_charge'
      ? [blank, { text: 'Reverse charge: the buyer accounts for the tax.' }]
      : []),
    ...[invoice.description, invoice.footer].flatMap((text) => (text ? [blank, { text }] : [])),
  ];
}

/** The lines of the PDF of a credit note. */
export function describeCreditNote(note: CreditNote, invoice: Invoice | undefined): PdfLine[] {
  const price = (amount: number) => showMoney(amount, note.currency);
  return [
    { text: 'Credit note', isHeading: true },
    { text: `Credit note number: ${note.number}` },
    { text: `Date: ${formatDate(note.created)}` },
    { text: `For invoice ${invoice?.number}` },
    ...(note.status === 'void' ? [{ text: 'Void' }] : []),
    { text: '' },
    ...note.lines.data.map(({ quantity, description, amount }) => ({
      text: `${quantity} x ${description}`,
      amount: price(amount),
    })),
    { text: 'Total credited', amount: price(note.total), isHeading: true },
  ];
}

function describeBuyer({ customer_name, customer_email, customer_address, customer_tax_ids }: Invoice) {
  const { line1, line2, postal_code, city, state, country } = customer_address ?? {};
  const place = [postal_code, city, state].filter(Boolean).join(' ');
  return [
    customer_name,
    customer_email,
    ...[line1, line2, place, country && countryName(country)],
    ...(customer_tax_ids ?? []).map(({ value }) => `Tax id: ${value}`),
  ].filter((text): text is string => Boolean(text));
}

function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
