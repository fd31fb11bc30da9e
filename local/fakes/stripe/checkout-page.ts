import { formatPrice } from '../../../contract/rules/format-price.ts';
import { escapeHtml } from '../../server/local-page.ts';
import { bankDebitOf } from './checkout-payment.ts';
import { renderHostedPage } from './render-hosted-page.ts';
import type { LineItem, Session } from './stripe-objects.ts';

export interface CheckoutPageContent {
  session: Session;
  lineItems: LineItem[];
  /** The descriptions of the products, in the order of the line items. */
  descriptions: (string | null)[];
  /** What the buyer typed, if it was not an email address. */
  refusedEmail?: string;
  /** Why the last attempt to pay failed. */
  failure?: string;
}

export function renderCheckoutPage({
  session,
  lineItems,
  descriptions,
  refusedEmail,
  failure,
}: CheckoutPageContent): string {
  const total = session.amount_total ?? 0;
  const items = lineItems.map(
    (item, index) => `<li>
      <div><strong>${escapeHtml(item.description ?? '')}</strong>${(item.quantity ?? 1) > 1 ? ` × ${item.quantity}` : ''}
        <p>${escapeHtml(descriptions[index] ?? '')}</p></div>
      <span>${item.amount_total === 0 ? 'FREE' : formatPrice(item.amount_total, item.currency)}</span>
    </li>`,
  );
  const error =
    refusedEmail === undefined
      ? ''
      : '<p class="error" id="email-error">Enter an email address like name@example.com.</p>';
  const emailState = session.customer_email
    ? `readonly value="${escapeHtml(session.customer_email)}"`
    : `required value="${escapeHtml(refusedEmail ?? '')}"`;
  const emailError = error ? 'aria-invalid="true" aria-describedby="email-error"' : '';
  const cancel = session.cancel_url ? `<a href="${escapeHtml(session.cancel_url)}">Cancel</a>` : '';
  return renderHostedPage(
    'Checkout',
    `<ul>${items.join('')}</ul>
    <p class="total"><span>Total</span> <span>${formatPrice(total, session.currency ?? 'usd')}</span></p>
    <form method="post">
      <label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="email" ${emailState} ${emailError}>
      ${error}
      ${failure ? `<p class="error" role="alert">${escapeHtml(failure)}</p>` : ''}
      ${total === 0 ? submitButton('pay', 'Complete order') : paidButtons(session)}
    </form>
    ${cancel}`,
  );
}

function paidButtons(session: Session): string {
  return [
    submitButton('pay', 'Pay'),
    bankDebitOf(session) ? submitButton('payLater', 'Pay later, by bank debit', 'quiet') : '',
    submitButton('decline', 'Try a card that is declined', 'quiet'),
  ].join('');
}

function submitButton(attempt: string, text: string, look?: 'quiet'): string {
  return `<button type="submit" name="attempt" value="${attempt}"${look ? ` class="${look}"` : ''}>${text}</button>`;
}

export function renderClosedPage(
  title: string,
  explanation: string,
  link?: { href: string; text: string },
): string {
  const anchor = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : '';
  return renderHostedPage(title, `<p>${escapeHtml(explanation)}</p>${anchor}`);
}
