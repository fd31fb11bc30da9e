import { escapeHtml } from '../../server/local-page.ts';
import type { HttpAnswer, HttpRequest } from './answer-api.ts';
import { renderClosedPage } from './checkout-page.ts';
import { countryName } from './countries.ts';
import { showMoney } from './money.ts';
import { hostedPageHeaders, renderHostedPage } from './render-hosted-page.ts';
import type { Charge, CreditNote, Invoice } from './stripe-objects.ts';
import type { StripeStore, TaxRule } from './stripe-store.ts';

/** Answers the links to receipts, invoices and credit notes, such as `/invoices/<id>`. They do not expire. */
export function answerDocument({ path }: HttpRequest, store: StripeStore): HttpAnswer {
  const [, kind, id = ''] = /^\/([a-z_]+)\/([^/]+)$/.exec(path) ?? [];
  const charge = kind === 'receipts' && store.charges.get(id);
  if (charge && charge.status === 'succeeded') return answerPage(200, renderReceipt(charge, store));
  const invoice = kind === 'invoices' && store.invoices.get(id);
  if (invoice) {
    const checkout = [...store.checkouts.values()].find(({ session }) => session.invoice === id);
    return answerPdf(`Invoice ${invoice.number}`, describeInvoice(invoice, checkout?.taxRule));
  }
  const note = kind === 'credit_notes' && store.creditNotes.get(id);
  if (note) {
    const credited = store.invoices.get(note.invoice);
    return answerPdf(`Credit note ${note.number}`, describeCreditNote(note, credited));
  }
  return answerPage(404, renderClosedPage('Not found', 'There is no such page.'));
}

function answerPage(status: number, body: string): HttpAnswer {
  return { status, headers: hostedPageHeaders, body };
}

function renderReceipt(charge: Charge, store: StripeStore): string {
  const checkout = [...store.checkouts.values()].find(
    ({ session }) => session.payment_intent === charge.payment_intent,
  );
  const facts = {
    Paid: formatDate(charge.created),
    'Paid by': charge.billing_details.email ?? '',
    Items: checkout?.lineItems.map(({ description }) => description).join(', ') ?? '',
    Total: showMoney(charge.amount, charge.currency),
    ...(charge.amount_refunded && { Refunded: showMoney(charge.amount_refunded, charge.currency) }),
    Receipt: charge.id,
  };
  const rows = Object.entries(facts).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return renderHostedPage('Receipt', `<dl>${rows.join('')}</dl>`);
}

function describeInvoice(invoice: Invoice, rule: TaxRule | undefined): string[] {
  const price = (amount: number) => showMoney(amount, invoice.currency);
  const { line1, line2, postal_code, city, state, country } = invoice.customer_address ?? {};
  const buyer = [
    ...[invoice.customer_name, invoice.customer_email, line1, line2],
    ...[[postal_code, city, state].filter(Boolean).join(' '), country && countryName(country)],
    ...(invoice.customer_tax_ids ?? []).map(({ value }) => `Tax id: ${value}`),
  ];
  return [
    `Date: ${formatDate(invoice.created)}`,
    invoice.status === 'paid' ? 'Paid' : 'Not paid yet',
    ...buyer.filter((line): line is string => Boolean(line)),
    ...invoice.lines.data.map(
      ({ quantity, description, amount }) => `${quantity} x ${description}: ${price(amount)}`,
    ),
    ...(invoice.total_taxes ?? []).map(
      ({ amount, tax_behavior: behavior }) =>
        `Tax (${rule?.percentage ?? 0}%)${behavior === 'inclusive' ? ', included' : ''}: ${price(amount)}`,
    ),
    `Total: ${price(invoice.total)}`,
    ...(rule?.reason === 'reverse_charge' ? ['Reverse charge: the buyer accounts for the tax.'] : []),
  ];
}

function describeCreditNote(note: CreditNote, invoice: Invoice | undefined): string[] {
  return [
    `Date: ${formatDate(note.created)}`,
    `For invoice ${invoice?.number}`,
    `Total credited: ${showMoney(note.total, note.currency)}`,
  ];
}

function formatDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** A file with one page of lines. It has ASCII characters only, and the format is ISO 32000. */
function answerPdf(title: string, lines: string[]): HttpAnswer {
  const shown = [title, ...lines].map((line) => `${pdfText(line)} Tj T*`);
  const content = `BT /F1 11 Tf 16 TL 56 780 Td\n${shown.join('\n')}\nET`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>`,
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = String(file.length).padStart(10, '0');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${title.replaceAll(' ', '-')}.pdf"`,
    'cache-control': 'no-store',
  };
  const body =
    `${file}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}` +
    `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return { status: 200, headers, body };
}

/** A string of PDF. Characters that are neither Latin-1 nor the euro sign become question marks. */
function pdfText(text: string): string {
  const escaped = [...text.normalize('NFC')].map((character) => {
    const code = character === '€' ? 0x80 : (character.codePointAt(0) ?? 0);
    if ('()\\'.includes(character)) return `\\${character}`;
    if (code >= 0x20 && code < 0x7f) return character;
    return code === 0x80 || (code >= 0xa0 && code <= 0xff) ? `\\${code.toString(8)}` : '?';
  });
  return `(${escaped.join('')})`;
}
