import { beforeEach, describe, expect, it } from 'vitest';
import { openTaxedAccount } from './test-account.ts';

let account: Awaited<ReturnType<typeof openTaxedAccount>>;

beforeEach(async () => {
  account = await openTaxedAccount();
});

async function load(url: string | null) {
  const answer = await account.service.fetch(String(url));
  return { status: answer.status, html: await answer.text() };
}

async function submit(url: string | null, fields: Record<string, string>) {
  const answer = await account.service.fetch(String(url), {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
}

/** The text that a buyer reads. */
const textOf = (html: string) =>
  html
    .replace(/<(style|title|select).*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

const german = { attempt: 'continue', country: 'DE', postal_code: '50667' };
const status = async (id: string) => (await account.stripe.checkout.sessions.retrieve(id)).status;

describe('the hosted page of a session with automatic tax', () => {
  it('requires the address before it offers to pay', async () => {
    const { html } = await load((await account.open()).url);
    expect(textOf(html)).toContain('$49.00 plus tax Total before tax $49.00');
    expect(html).toMatch(/<label for="country">Country<\/label>\s*<select id="country"[^>]* required>/);
    expect(html).toContain('<option value="DE">Germany</option>');
    expect(html).toContain('<label for="taxId">Tax ID</label>');
    expect(html).toContain('>Continue</button>');
    expect(html).not.toContain('>Pay</button>');
  });

  it('shows tax and total, and pays exactly this total', async () => {
    const { id, url } = await account.open();
    const entered = await submit(url, german);
    expect([entered.status, entered.location]).toEqual([303, `/pay/${id}`]);
    const { html } = await load(url);
    expect(textOf(html)).toContain('Tax (19%) $9.31 Total $58.31');
    expect(textOf(html)).toContain('50667, Germany');
    expect(html).toContain('<button type="submit" name="attempt" value="pay">Pay</button>');
    // Fields that the page does not show cannot change the total.
    const paid = await submit(url, { attempt: 'pay', country: 'BR' });
    expect(paid.location).toBe('https://site.test/thanks');
    expect(await account.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      amount_total: 5831,
      customer_details: { address: { country: 'DE' } },
    });
  });

  it('shows an included tax, and that a business accounts for it', async () => {
    const { url } = await account.open('price_plus', { currency: 'eur' });
    expect(textOf((await load(url)).html)).toContain('€49.00 including tax Total €49.00');
    await submit(url, german);
    expect(textOf((await load(url)).html)).toContain('Tax (19%), included €7.82 Total €49.00');
    await submit(url, { ...german, businessName: 'Ada <GmbH>', taxId: 'DE123456789' });
    const { html } = await load(url);
    expect(textOf(html)).toContain('Reverse charge: you account for the tax.');
    expect(html).toContain('<dd>Ada &#60;GmbH&#62;</dd>');
  });

  it('does not pay before the total was shown', async () => {
    const { id, url } = await account.open();
    expect((await submit(url, { ...german, attempt: 'pay' })).location).toBe(`/pay/${id}`);
    expect(await status(id)).toBe('open');
    expect((await submit(url, { attempt: 'pay' })).location).toBe('https://site.test/thanks');
  });

  it.each([
    ['country', {}, 'Choose a country.'],
    ['postal_code', { country: 'US' }, 'Enter a postal code.'],
    ['taxId', { country: 'DE', businessName: '"Ada"', taxId: '1' }, 'Enter a tax id like DE123456789.'],
    ['businessName', { country: 'DE', taxId: 'DE123456789' }, 'Enter the name of the business, too.'],
  ])('explains a wrong %s, and keeps the rest', async (_, fields, message) => {
    const { id, url } = await account.open();
    const { status: code, html } = await submit(url, { attempt: 'continue', ...fields });
    expect(code).toBe(400);
    expect(html).toContain(`role="alert">${message}</p>`);
    if ('country' in fields) expect(html).toContain(`<option value="${fields.country}" selected>`);
    if ('businessName' in fields) expect(html).toContain('value="&#34;Ada&#34;"');
    expect(await status(id)).toBe('open');
  });

  it('requires a missing email address together with the address', async () => {
    const { url } = await account.open('price_plus', { customer_email: undefined });
    const refused = await submit(url, { ...german, email: 'ada' });
    expect(refused.html).toContain('Invalid email address: ada');
    expect((await submit(url, { ...german, email: 'ada@example.com' })).status).toBe(303);
    expect(textOf((await load(url)).html)).toContain('Email ada@example.com');
    await submit(url, { attempt: 'pay' });
    expect([...account.service.store.charges.values()]).toMatchObject([
      { amount: 5831, billing_details: { email: 'ada@example.com', address: { country: 'DE' } } },
    ]);
  });

  it('still shows the total after a declined card', async () => {
    const { url } = await account.open();
    await submit(url, german);
    await submit(url, { attempt: 'decline' });
    const { html } = await load(url);
    expect(html).toContain('role="alert">Your card was declined.');
    expect(textOf(html)).toContain('Total $58.31');
  });
});

it('requires street and city when the billing address is required, even for a free order', async () => {
  const { id, url } = await account.open('price_free', { billing_address_collection: 'required' });
  const { html } = await load(url);
  expect(html).toMatch(/name="line1"[^>]* required/);
  expect(html).toMatch(/name="city"[^>]* required/);
  expect(html).not.toContain('taxId');
  expect((await submit(url, { ...german, line1: 'Street 1' })).status).toBe(400);
  await submit(url, { ...german, line1: 'Street 1', city: 'Berlin' });
  expect((await load(url)).html).toContain('>Complete order</button>');
  await submit(url, { attempt: 'pay' });
  expect(await status(id)).toBe('complete');
});
