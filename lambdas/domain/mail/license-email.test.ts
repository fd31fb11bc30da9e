import { describe, expect, test } from 'vitest';
import { licenseEmail } from './license-email.ts';

const order = {
  orderId: 'cs_1',
  priceId: 'price_local_early_access',
  amountInCents: 0,
  currency: 'usd',
  createdAt: '2025-09-03T23:59:59.000Z',
};
const emailOf = (change: object = {}, isResent = false) =>
  licenseEmail({
    isResent,
    order: { ...order, ...change },
    licenseFile: 'header.claims.signature',
    email: 'ana@example.test',
    siteUrl: 'https://site.test',
  });

test('says that nothing has changed when the holder gets the license again', () => {
  const { text } = emailOf({}, true);
  expect(text).toContain(
    'Here is your license file again. Nothing about your license of September 3, 2025 has changed.',
  );
  expect(text).not.toContain('Thank you!');
});

test('does not confirm an order to the holder of a gift', () => {
  expect(emailOf({ source: 'gift' }).text).not.toContain('your order');
  expect(emailOf().text).toContain('This email confirms your order');
});

test.each([
  [{ source: 'code' }, 'as a gift:', 'Price: A gift\n'],
  [{ source: 'gift', giftFrom: 'Aunt May' }, 'as a gift from Aunt May:', 'Price: A gift from Aunt May\n'],
])('says that a license with %o is a gift', (change, greeting, price) => {
  const { text } = emailOf(change);
  expect(text).toContain('A license as a gift');
  expect(text).toContain(`You have received a lifetime license ${greeting}`);
  expect(text).toContain(price);
  expect(emailOf(change, true).text).toContain('Your license again');
});

test('has the license file as an attachment', () => {
  expect(emailOf().attachments).toEqual([
    { fileName: 'lorewright.license', type: 'application/jose', content: 'header.claims.signature' },
  ]);
  expect(emailOf().text).toContain('https://site.test/account?tab=license');
});

test.each([
  ['usd', 4900, '$49.00'],
  ['eur', 4900, '€49.00'],
  ['jpy', 4900, '¥4,900'],
])('shows %s %i as %s', (currency, amountInCents, expected) => {
  expect(emailOf({ currency, amountInCents }).text).toContain(`Price: ${expected}`);
});

test('shows the tax in the price, and links to the purchases with the invoice', () => {
  const { text } = emailOf({ amountInCents: 5831, taxInCents: 931 });
  expect(text).toContain('Price: $58.31, including $9.31 tax');
  expect(text).toContain('https://site.test/account?tab=purchases');
});

describe('the email for a paid order', () => {
  const documents = [{ fileName: 'terms-2026-11-25.txt', type: 'text/plain', content: 'The terms.' }];
  const paid = (isResent = false) =>
    licenseEmail({
      isResent,
      order: { ...order, amountInCents: 4900 },
      licenseFile: 'header.claims.signature',
      terms: { seller: 'Example Company, Example City', documents },
      email: 'ana@example.test',
      siteUrl: 'https://site.test',
    });

  test('names the seller, and links to the withdrawal of the order', () => {
    const { text } = paid();
    expect(text).toContain('Seller: Example Company, Example City');
    expect(text).toContain('You can withdraw within 14 days without giving any reason.');
    expect(text).toContain('Withdraw from contract here:\nhttps://site.test/withdraw?order=cs_1');
  });

  test('does not promise a new withdrawal period when it is sent again', () => {
    const { text } = paid(true);
    expect(text).toContain('The 14 days in which you can withdraw began with the order.');
    expect(text).not.toContain('You can withdraw within');
  });

  test('has the terms as an attachment, after the license file', () => {
    expect(paid().attachments?.map(({ fileName }) => fileName)).toEqual([
      'lorewright.license',
      'terms-2026-11-25.txt',
    ]);
  });

  test('differs from that of a free order', () => {
    expect(emailOf().text).not.toMatch(/withdraw|Seller/i);
  });
});
