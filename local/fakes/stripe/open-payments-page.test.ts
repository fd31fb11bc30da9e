import { beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../../server/listen.ts';
import { openPaymentsPage } from './open-payments-page.ts';
import { openTestAccount, type TestAccount } from './test-account.ts';

let account: TestAccount;
let address: string;
let payment: Awaited<ReturnType<TestAccount['buy']>>;

beforeEach(async () => {
  account = await openTestAccount();
  const answer = openPaymentsPage(account.service);
  const server = await listen((request, response) => void answer(request, response));
  address = `${server.endpoint}/__local/stripe`;
  payment = await account.buy();
  return () => server.close();
});

const show = async (path = address) => (await fetch(path)).text();

/** Presses a button, and returns the page that follows. */
async function press(action: string, id = '', fields: Record<string, string> = {}): Promise<string> {
  const body = new URLSearchParams({ action, id, ...fields });
  const answer = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  return show(new URL(answer.headers.get('location') ?? '', address).href);
}

const noticeOf = (html: string) => /<p class="notice[^>]*>([^<]*)</.exec(html)?.[1];
const sectionOf = (html: string, title: string) =>
  new RegExp(`<section><h2>${title}.*?</section>`, 's').exec(html)?.[0] ?? '';
const buttonsOf = (html: string) => [...html.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text);

describe('payments page', () => {
  it('lists all objects, newest first', async () => {
    await account.openSession({ customer_email: 'grace@example.com' });
    const html = await show();
    const checkouts = sectionOf(html, 'Checkouts');
    expect(checkouts).toContain('Checkouts (2)');
    expect(checkouts).toContain('Lorewright &#60;License&#62;');
    expect([...checkouts.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, heading]) => heading)).toEqual([
      '$49.00 <span>Open</span>',
      '$49.00 <span>Paid</span>',
    ]);
    expect(sectionOf(html, 'Payments')).toContain(`href="http://localhost/receipts/${payment.chargeId}"`);
    expect(sectionOf(html, 'Events')).toContain('delivered');
    expect(html).not.toContain('<script');
  });

  it('offers only possible actions', async () => {
    const offered = async (title: string) => buttonsOf(sectionOf(await show(), title));
    expect(await offered('Payments')).toEqual([
      ...['Refund in full', 'Refund a part', 'Open a dispute', 'Open an inquiry'],
    ]);
    const { id } = await account.service.actions.openInquiry(payment.chargeId);
    expect(await offered('Payments')).toEqual(['Refund in full', 'Refund a part']);
    expect(await offered('Disputes')).toEqual(['Submit evidence', 'Close', 'Make it a dispute']);
    await account.service.actions.escalateInquiry(id);
    expect(await offered('Payments')).toEqual([]);
    expect(await offered('Disputes')).toEqual(['Submit evidence', 'Win', 'Lose']);
    await account.service.actions.loseDispute(id);
    expect(await offered('Disputes')).toEqual(['Win after all']);
  });
});

describe('payments page button', () => {
  it('refunds a part, then the rest, and fails a refund', async () => {
    expect(noticeOf(await press('refundPart', payment.chargeId, { amount: '9.50' }))).toBe(
      '$9.50 is refunded.',
    );
    expect(noticeOf(await press('refund', payment.chargeId))).toBe('$39.50 is refunded.');
    const [refund] = (await account.stripe.refunds.list()).data;
    expect(noticeOf(await press('failRefund', refund?.id))).toContain('The refund failed');
    expect(account.service.store.charges.get(payment.chargeId)).toMatchObject({ amount_refunded: 950 });
  });

  it('makes a credit note with a refund of a payment with an invoice', async () => {
    expect(await show()).not.toContain('With a credit note');
    const { id } = await account.openSession({ invoice_creation: { enabled: true } });
    const { invoice, payment_intent } = await account.service.actions.pay(id);
    expect(await show()).toContain('<input type="checkbox" name="creditNote" value="yes" checked>');
    const refunded = await press('refund', String(payment_intent), { creditNote: 'yes' });
    expect(noticeOf(refunded)).toMatch(/^\$49\.00 is refunded, with the credit note .+-CN-01\.$/);
    const { data: notes } = await account.stripe.creditNotes.list({ invoice: String(invoice) });
    expect(notes).toMatchObject([{ amount: 4900, refunds: [{ amount_refunded: 4900 }] }]);
  });

  it.each(['', 'all', '-1', '0', '1.234', '1e3'])('does not refund “%s”', async (amount) => {
    const html = await press('refundPart', payment.chargeId, { amount });
    expect(html).toContain('role="alert"');
    expect(noticeOf(html)).toContain('not an amount');
    expect((await account.stripe.refunds.list()).data).toEqual([]);
  });

  it('expires a checkout', async () => {
    const { id } = await account.openSession();
    expect(noticeOf(await press('expire', id))).toBe('The checkout has expired.');
    expect(noticeOf(await press('expire', id))).toContain('`expired`');
  });

  it('holds deliveries until they are released', async () => {
    account.takeTypes();
    await press('hold');
    await press('refund', payment.chargeId);
    expect(account.takeTypes()).toEqual([]);
    expect(await show()).toContain('Deliveries are held. 2 deliveries wait to be released.');
    expect(noticeOf(await press('release'))).toContain('2 deliveries released');
    expect(account.takeTypes()).toEqual(['charge.refunded', 'refund.created']);
    expect(await show()).toContain('Events are sent as they happen.');
  });

  it('releases deliveries in the reverse order', async () => {
    account.takeTypes();
    await press('hold');
    await press('refund', payment.chargeId);
    expect(noticeOf(await press('releaseReversed'))).toContain('2 deliveries released, newest first');
    expect(account.takeTypes()).toEqual(['refund.created', 'charge.refunded']);
  });

  it('sends an event again, once deliveries are released', async () => {
    const [{ event } = {}] = account.received;
    account.takeTypes();
    expect(buttonsOf(sectionOf(await show(), 'Events'))).toContain('Send again');
    await press('resend', event?.id);
    expect(account.takeTypes()).toEqual([event?.type]);
    await press('hold');
    expect(noticeOf(await press('resend', event?.id))).toContain('sent again');
    expect(account.takeTypes()).toEqual([]);
    await press('release');
    expect(account.takeTypes()).toEqual([event?.type]);
  });

  it('does nothing for an unknown action or object', async () => {
    expect(noticeOf(await press('constructor', payment.chargeId))).toBe('This page has no such button.');
    expect(noticeOf(await press('refund', '<b>'))).toBe('No such charge: &#39;&#60;b&#62;&#39;');
  });

  it('does nothing when another site submits it', async () => {
    const body = new URLSearchParams({ action: 'refund', id: payment.chargeId });
    for (const origin of ['https://evil.example', 'null', address.replace('/__local/stripe', '0')]) {
      const answer = await fetch(address, { method: 'POST', body, headers: { origin } });
      expect(answer.status).toBe(403);
    }
    expect((await account.stripe.refunds.list()).data).toEqual([]);
    const own = await fetch(address, {
      method: 'POST',
      body,
      headers: { origin: new URL(address).origin },
      redirect: 'manual',
    });
    expect(own.status).toBe(303);
  });

  it('cannot be framed by another site', async () => {
    const { headers } = await fetch(address);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});
