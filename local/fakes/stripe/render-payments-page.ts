import { escapeHtml, localPage, section } from '../../server/local-page.ts';
import { isInquiry, isOpen } from './disputes.ts';
import { newestFirst } from './list-objects.ts';
import { showMoney } from './money.ts';
import { presentObject } from './present-object.ts';
import type { Charge, Dispute, Refund } from './stripe-objects.ts';
import type { CheckoutRecord, EventRecord, StripeStore } from './stripe-store.ts';

/** The maximum per kind of object. */
const maxShown = 100;

const style = `.cards{list-style:none;margin:.5rem 0;padding:0}
.cards>li{padding:.75rem 0;overflow-wrap:anywhere;border-top:1px solid color-mix(in srgb,currentColor 30%,transparent)}
h3{margin:0;font-size:1rem;display:flex;flex-wrap:wrap;gap:0 .75rem}h3 span{font-weight:400}
.facts{margin:0;opacity:.8;font-size:.875rem}
.actions,form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:.5rem}.actions form{margin:0}
button,input{font:inherit;min-height:2.75rem;padding:.25rem .75rem;box-sizing:border-box}input{width:7rem}input[type=checkbox]{width:1.5rem;min-height:1.5rem;margin:0 .5rem 0 0}label{display:flex;align-items:center}button{cursor:pointer}
:focus-visible{outline:3px solid;outline-offset:2px}
.notice{padding:.75rem 1rem;border:2px solid}.notice.refusal{border-style:dashed}`;

interface Card {
  title: string;
  state: string;
  facts: string[];
  /** Forms and links, as HTML. */
  actions: string[];
}

/** The result of an action. */
export interface Notice {
  text: string;
  isRefusal: boolean;
}

export function renderPaymentsPage(store: StripeStore, notice: Notice | undefined): string {
  return localPage(
    'Payments',
    [
      '<p>The stand-in for Stripe: nobody is charged. <a href="/">The site</a> · <a href="/__local/">Behind the scenes</a></p>',
      notice
        ? `<p class="notice${notice.isRefusal ? ' refusal' : ''}" role="${notice.isRefusal ? 'alert' : 'status'}">${escapeHtml(notice.text)}</p>`
        : '',
      section('Deliveries', renderDeliveries(store)),
      list('Checkouts', 'checkout', store.checkouts, (checkout) => checkoutCard(checkout, store)),
      list('Payments', 'payment', store.charges, (charge) => paymentCard(charge, store)),
      list('Refunds', 'refund', store.refunds, refundCard),
      list('Disputes', 'dispute', store.disputes, disputeCard),
      list('Events', 'event', store.events, eventCard),
    ],
    style,
  );
}

function renderDeliveries(store: StripeStore): string {
  const waiting = [...store.events.values()].filter(({ delivery }) => delivery?.state === 'pending').length;
  const count = waiting === 1 ? '1 delivery waits' : `${waiting || 'No'} deliveries wait`;
  if (!store.isHolding) {
    return `<p>Events are sent as they happen. ${count} for an answer.</p>${form('', button('hold', 'Hold deliveries'))}`;
  }
  const release =
    button('release', 'Release, oldest first') + button('releaseReversed', 'Release, newest first');
  return `<p>Deliveries are held. ${count} to be released.</p>${form('', release)}`;
}

function list<Item>(
  title: string,
  kind: string,
  items: Map<string, Item>,
  toCard: (item: Item) => Card,
): string {
  const cards = newestFirst(items)
    .slice(0, maxShown)
    .map((item, index) => renderCard(toCard(item), `${kind}-${index}`));
  const more = items.size > maxShown ? `<p>The newest ${maxShown} of ${items.size}.</p>` : '';
  const content = cards.length > 0 ? `<ul class="cards">${cards.join('')}</ul>${more}` : '<p>None yet.</p>';
  return section(`${title} (${items.size})`, content);
}

/** The heading describes the buttons, because many of them have the same text. */
function renderCard({ title, state, facts, actions }: Card, id: string): string {
  const described = actions.join('').replaceAll('<button ', `<button aria-describedby="${id}" `);
  return `<li><h3 id="${id}">${escapeHtml(title)} <span>${escapeHtml(state)}</span></h3>
<p class="facts">${facts.filter(Boolean).map(escapeHtml).join(' · ')}</p>
${described ? `<div class="actions">${described}</div>` : ''}</li>`;
}

function checkoutCard({ session, lineItems }: CheckoutRecord, store: StripeStore): Card {
  const intent = store.paymentIntents.get(String(session.payment_intent));
  const states = {
    open: intent?.last_payment_error ? 'Open, the last card was declined' : 'Open',
    complete: { paid: 'Paid', no_payment_required: 'Complete, free', unpaid: 'Complete, not paid' }[
      session.payment_status as 'paid'
    ],
    expired: 'Expired',
  };
  const { url } = presentObject(session, store);
  return {
    title: showMoney(session.amount_total ?? 0, session.currency ?? 'usd'),
    state: states[session.status as 'open'],
    facts: [
      ...lineItems.map(({ description }) => description ?? ''),
      session.customer_details?.email ?? '',
      formatTime(session.created),
      session.id,
    ],
    actions:
      url === null
        ? []
        : [`<a href="${escapeHtml(url)}">Payment page</a>`, form(session.id, button('expire', 'Expire'))],
  };
}

function paymentCard(charge: Charge, store: StripeStore): Card {
  const { amount, amount_refunded: refunded, currency } = charge;
  const state = {
    pending: 'Under way',
    failed: charge.failure_message ?? 'Failed',
    succeeded:
      refunded === 0
        ? 'Paid'
        : refunded === amount
          ? 'Refunded'
          : `Refunded in part: ${showMoney(refunded, currency)}`,
  }[charge.status as 'pending'];
  const receipt = presentObject(charge, store).receipt_url;
  return {
    title: showMoney(amount, currency),
    state: charge.disputed ? `${state}, disputed` : state,
    facts: [
      charge.payment_method_details?.type === 'card' ? 'Card' : 'Bank debit',
      charge.billing_details.email ?? '',
      formatTime(charge.created),
      charge.id,
    ],
    actions: [
      ...(receipt ? [`<a href="${escapeHtml(receipt)}">Receipt</a>`] : []),
      ...paymentForms(charge, store),
    ],
  };
}

function paymentForms(charge: Charge, store: StripeStore): string[] {
  const { id, status, amount, amount_refunded: refunded, payment_intent: intentId } = charge;
  const checkout = [...store.checkouts.values()].find(({ session }) => session.payment_intent === intentId);
  if (status === 'pending')
    return [
      form(
        checkout?.session.id ?? '',
        button('settleLater', 'Let it succeed') + button('failLater', 'Let it fail'),
      ),
    ];
  if (status !== 'succeeded') return [];
  const disputes = [...store.disputes.values()].filter((dispute) => dispute.charge === id);
  const isRefundable =
    refunded < amount && disputes.every(({ is_charge_refundable }) => is_charge_refundable);
  const creditNote = checkout?.session.invoice
    ? '<label><input type="checkbox" name="creditNote" value="yes" checked>With a credit note</label>'
    : '';
  const isDisputable = disputes.every((dispute) => !isOpen(dispute) && dispute.status !== 'lost');
  return [
    ...(isRefundable
      ? [
          form(id, creditNote + button('refund', refunded === 0 ? 'Refund in full' : 'Refund the rest')),
          form(
            id,
            `<label for="amount-${id}">Amount</label><input id="amount-${id}" name="amount" inputmode="decimal" autocomplete="off" required>${creditNote}${button('refundPart', 'Refund a part')}`,
          ),
        ]
      : []),
    ...(isDisputable
      ? [form(id, button('openDispute', 'Open a dispute') + button('openInquiry', 'Open an inquiry'))]
      : []),
  ];
}

function refundCard(refund: Refund): Card {
  const hasFailed = refund.status === 'failed';
  return {
    title: showMoney(refund.amount, refund.currency),
    state: hasFailed ? 'Failed: the bank sent it back' : 'Refunded',
    facts: [formatTime(refund.created), `of ${refund.charge}`, refund.id],
    actions: hasFailed ? [] : [form(refund.id, button('failRefund', 'Let it fail'))],
  };
}

const disputeStates: Record<string, string> = {
  warning_needs_response: 'Inquiry, needs a response',
  warning_under_review: 'Inquiry, under review',
  warning_closed: 'Inquiry, closed',
  needs_response: 'Needs a response',
  under_review: 'Under review',
  won: 'Won',
  lost: 'Lost',
};

function disputeCard(dispute: Dispute): Card {
  return {
    title: showMoney(dispute.amount, dispute.currency),
    state: disputeStates[dispute.status] ?? dispute.status,
    facts: [dispute.reason, formatTime(dispute.created), `of ${dispute.charge}`, dispute.id],
    actions: [form(dispute.id, disputeButtons(dispute))].filter(Boolean),
  };
}

function disputeButtons(dispute: Dispute): string {
  if (dispute.status === 'lost') return button('winDispute', 'Win after all');
  if (!isOpen(dispute)) return '';
  const submit = dispute.status.endsWith('needs_response') ? button('submitEvidence', 'Submit evidence') : '';
  return isInquiry(dispute)
    ? submit + button('closeInquiry', 'Close') + button('escalateInquiry', 'Make it a dispute')
    : submit + button('winDispute', 'Win') + button('loseDispute', 'Lose');
}

function eventCard({ event, delivery }: EventRecord): Card {
  const states = { accepted: 'delivered', pending: 'waiting', failed: 'given up' };
  const attempts = delivery?.attempts ?? 0;
  return {
    title: event.type,
    state: delivery ? states[delivery.state] : 'no webhook',
    facts: [
      formatTime(event.created),
      `about ${event.data.object.id}`,
      attempts === 1 ? '1 attempt' : `${attempts} attempts`,
      event.id,
    ],
    actions: delivery ? [form(event.id, button('resend', 'Send again'))] : [],
  };
}

/** Returns an empty string for a form without buttons. */
function form(id: string, content: string): string {
  if (content === '') return '';
  return `<form method="post" action="/__local/stripe"><input type="hidden" name="id" value="${escapeHtml(id)}">${content}</form>`;
}

function button(action: string, text: string): string {
  return `<button type="submit" name="action" value="${action}">${text}</button>`;
}

function formatTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
