import { escapeHtml } from '../../server/local-page.ts';
import type { HttpAnswer, HttpRequest } from './answer-api.ts';
import { renderClosedPage } from './checkout-page.ts';
import { describeCreditNote, describeInvoice } from './describe-invoice.ts';
import { invoiceLinks, readLink } from './invoice-links.ts';
import { showMoney } from './money.ts';
import { type PdfLine, pdfDocument } from './pdf-document.ts';
import { hostedPageHeaders, renderHostedPage } from './render-hosted-page.ts';
import type { Invoice } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/** Answers `/invoices/<id>` and `/invoices/<id>/pdf`, the links of an invoice. */
export function answerInvoice({ path, search }: HttpRequest, store: StripeStore): HttpAnswer {
  const [, id = '', pdf] = /^\/invoices\/([^/]+)(\/pdf)?$/.exec(path) ?? [];
  const invoice = store.invoices.get(id);
  const link = readLink(id, search, store);
  if (!invoice || link === 'wrong') {
    return answerPage(404, renderClosedPage('Not found', 'There is no such invoice.'));
  }
  if (link === 'expired') {
    return answerPage(410, renderClosedPage('Link expired', 'Get a new link to this invoice in the shop.'));
  }
  if (!pdf) return answerPage(200, renderInvoice(invoice, store));
  const checkout = [...store.checkouts.values()].find(({ session }) => session.invoice === id);
  return answerPdf('Invoice', String(invoice.number), describeInvoice(invoice, checkout?.taxRule));
}

/** Answers `/credit_notes/<id>/pdf`, the link of a credit note. */
export function answerCreditNote({ path, search }: HttpRequest, store: StripeStore): HttpAnswer {
  const [, id = ''] = /^\/credit_notes\/([^/]+)\/pdf$/.exec(path) ?? [];
  const note = store.creditNotes.get(id);
  const link = readLink(id, search, store);
  if (!note || link === 'wrong')
    return answerPage(404, renderClosedPage('Not found', 'There is no such credit note.'));
  if (link === 'expired')
    return answerPage(
      410,
      renderClosedPage('Link expired', 'Get a new link to this credit note in the shop.'),
    );
  const invoice = store.invoices.get(note.invoice);
  return answerPdf('Credit note', note.number, describeCreditNote(note, invoice));
}

function answerPdf(title: string, number: string, lines: PdfLine[]): HttpAnswer {
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${title.replace(' ', '-')}-${number}.pdf"`,
      'cache-control': 'no-store',
    },
    body: pdfDocument(`${title} ${number}`, lines),
  };
}

function renderInvoice(invoice: Invoice, store: StripeStore): string {
  const { invoice_pdf: pdf } = invoiceLinks(invoice.id, store);
  return renderHostedPage(
    'Invoice',
    `<dl><dt>Number</dt><dd>${invoice.number}</dd><dt>Status</dt><dd>${invoice.status}</dd></dl>
    <p class="total"><span>Total</span> <span>${showMoney(invoice.total, invoice.currency)}</span></p>
    <p><a href="${escapeHtml(pdf)}">Download the invoice as PDF</a></p>`,
  );
}

function answerPage(status: number, body: string): HttpAnswer {
  return { status, headers: hostedPageHeaders, body };
}
