import { escapeHtml } from '../../server/local-page.ts';
import type { HttpAnswer, HttpRequest } from './answer-api.ts';
import { showMoney } from './money.ts';
import { hostedPageHeaders, renderHostedPage } from './render-hosted-page.ts';
import type { Charge } from './stripe-objects.ts';
import type { StripeStore } from './stripe-store.ts';

/** Answers `/receipts/<charge id>`, the `receipt_url` of a charge. */
export function answerReceipt({ path }: HttpRequest, store: StripeStore): HttpAnswer {
  const charge = store.charges.get(path.slice('/receipts/'.length));
  if (charge?.status !== 'succeeded') {
    const body = renderHostedPage('Not found', '<p>There is no such receipt.</p>');
    return { status: 404, headers: hostedPageHeaders, body };
  }
  return { status: 200, headers: hostedPageHeaders, body: renderReceipt(charge, store) };
}

function renderReceipt(charge: Charge, store: StripeStore): string {
  const checkout = [...store.checkouts.values()].find(
    ({ session }) => session.payment_intent === charge.payment_intent,
  );
  const items = checkout?.lineItems.map(
    ({ description, amount_total, currency }) =>
      `<li><span>${escapeHtml(description ?? '')}</span> <span>${showMoney(amount_total, currency)}</span></li>`,
  );
  const facts = {
    Paid: new Date(charge.created * 1000).toISOString().slice(0, 10),
    'Paid by': charge.billing_details.email ?? '',
    Method: charge.payment_method_details?.type === 'card' ? 'Card' : 'Bank debit',
    Receipt: charge.id,
  };
  const refunded = charge.amount_refunded
    ? `<p class="total"><span>Refunded</span> <span>${showMoney(charge.amount_refunded, charge.currency)}</span></p>`
    : '';
  return renderHostedPage(
    'Receipt',
    `<dl>${Object.entries(facts)
      .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`)
      .join('')}</dl>
    <ul>${items?.join('') ?? ''}</ul>
    <p class="total"><span>Total</span> <span>${showMoney(charge.amount, charge.currency)}</span></p>
    ${refunded}`,
  );
}
