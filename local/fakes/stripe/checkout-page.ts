import { escapeHtml } from '../../server/local-page.ts';
import { asksForAddress } from './buyer-details.ts';
import {
  renderDetails,
  renderDetailsFields,
  renderEmailField,
  type TypedDetails,
} from './checkout-details.ts';
import { bankDebitOf } from './checkout-payment.ts';
import { showMoney } from './money.ts';
import { renderHostedPage } from './render-hosted-page.ts';
import type { Session } from './stripe-objects.ts';
import type { CheckoutRecord } from './stripe-store.ts';

export interface CheckoutPageContent {
  checkout: CheckoutRecord;
  /** The descriptions of the products, in the order of the line items. */
  descriptions: (string | null)[];
  /** The details that the buyer typed, if they were refused. */
  typed?: TypedDetails;
  /** The reason for refusing the details, or the last attempt to pay. */
  failure?: string;
}

/** A session that asks for an address shows its tax and total before the buttons to pay. */
export function renderCheckoutPage(content: CheckoutPageContent): string {
  const { session, buyer } = content.checkout;
  const cancel = session.cancel_url ? `<a href="${escapeHtml(session.cancel_url)}">Cancel</a>` : '';
  const alert = content.failure ? `<p class="error" role="alert">${escapeHtml(content.failure)}</p>` : '';
  const buttons = session.amount_total ? paidButtons(session) : submitButton('pay', 'Complete order');
  return renderHostedPage(
    'Checkout',
    `${renderItems(content)}
    ${renderTotals(content.checkout)}
    ${
      !asksForAddress(session)
        ? form(renderEmailField(session, content.typed?.email), alert, buttons)
        : buyer && !content.typed
          ? renderDetails(buyer) + form('', alert, buttons)
          : form(
              renderDetailsFields(session, content.typed ?? {}),
              alert,
              submitButton('continue', 'Continue'),
            )
    }
    ${cancel}`,
  );
}

function form(fields: string, alert: string, buttons: string): string {
  return `<form method="post">
      ${fields}
      ${alert}
      ${buttons}
    </form>`;
}

function renderItems({ checkout, descriptions }: CheckoutPageContent): string {
  const items = checkout.lineItems.map((item, index) => {
    const behavior = checkout.taxBehaviors?.[index];
    const amount = behavior ? item.amount_subtotal : item.amount_total;
    const note = behavior === 'inclusive' ? 'including tax' : 'plus tax';
    return `<li>
      <div><strong>${escapeHtml(item.description ?? '')}</strong>${(item.quantity ?? 1) > 1 ? ` × ${item.quantity}` : ''}
        <p>${escapeHtml(descriptions[index] ?? '')}</p></div>
      <span>${amount === 0 ? 'FREE' : showMoney(amount, item.currency)}${behavior && amount ? `<br>${note}` : ''}</span>
    </li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

function renderTotals({ session, lineItems, taxBehaviors, taxRule }: CheckoutRecord): string {
  const price = (amount: number) => showMoney(amount, session.currency ?? 'usd');
  const total = (label: string) =>
    `<p class="total"><span>${label}</span> <span>${price(session.amount_total ?? 0)}</span></p>`;
  if (!taxBehaviors || !session.amount_subtotal) return total('Total');
  if (!taxRule) return total(taxBehaviors.includes('exclusive') ? 'Total before tax' : 'Total');
  const taxes = (['exclusive', 'inclusive'] as const).flatMap((behavior) => {
    const taxed = lineItems.filter((_, index) => taxBehaviors[index] === behavior);
    const amount = taxed.reduce((sum, item) => sum + item.amount_tax, 0);
    const label = `Tax (${taxRule.percentage}%)${behavior === 'inclusive' ? ', included' : ''}`;
    return taxed.length > 0 ? [`<li><span>${label}</span> <span>${price(amount)}</span></li>`] : [];
  });
  const reverseCharge =
    taxRule.reason === 'reverse_charge' ? '<p>Reverse charge: you account for the tax.</p>' : '';
  return `<ul>${taxes.join('')}</ul>${total('Total')}${reverseCharge}`;
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
