import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { catalog } from '../../contract/rules/catalog.ts';
import { termsVersion } from '../../contract/rules/terms-versions.ts';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { runTeamCommand } from '../team-command.ts';
import { buy } from './customer.ts';
import { chargeOf, play } from './play-stripe.ts';
import { cloud, siteUrl } from './site.ts';

const inTime = { timeout: 15_000 };

/** Buys a license, and waits until the buyer has it. */
async function buyLicense(person: Person, offer: keyof typeof catalog): Promise<string> {
  const sessionId = await buy(person, offer);
  await person.call('confirmCheckout', { sessionId });
  await vi.waitFor(async () => expect(await person.signInAgain()).toEqual({ groups: ['paid'] }), inTime);
  return sessionId;
}

test.each([
  ['earlyAccess', 'free', /free/i],
  ['lifetime', 'paid', /\$49\.00/],
] as const)('sells %s as a %s order, at the price in the catalog', async (offerId, status, priceInMail) => {
  const { priceIds, amountInCents, currency } = catalog[offerId];
  const person = await registerPerson(siteUrl);
  const orderId = await buyLicense(person, offerId);

  const { orders } = await person.call('myOrders');
  expect(orders).toEqual([
    expect.objectContaining({
      orderId,
      priceId: priceIds.local,
      status,
      amountInCents,
      amountRefundedInCents: 0,
      currency,
      termsVersion,
      licensedAt: expect.any(String),
    }),
  ]);
  expect((await person.call('me')).subscription).toMatchObject({ status: 'active', plan: 'lifetime' });
  await vi.waitFor(async () => {
    const [mail] = await mailsTo(siteUrl, person.email);
    expect(mail?.text).toContain(orderId);
    expect(mail?.text).toMatch(priceInMail);
  }, inTime);
});

test('links a receipt from Stripe for a paid order, but not for a free one', async () => {
  const [payer, guest] = [await registerPerson(siteUrl), await registerPerson(siteUrl)];
  await buyLicense(payer, 'lifetime');
  await buyLicense(guest, 'earlyAccess');

  const [paid] = (await payer.call('myOrders')).orders;
  const receipt = await fetch(paid?.receiptUrl ?? '');
  expect(receipt.status).toBe(200);
  expect(await receipt.text()).toContain('$49.00');
  expect((await guest.call('myOrders')).orders[0]).not.toHaveProperty('receiptUrl');
});

test('gives only the buyer of a paid order an invoice as a PDF', async () => {
  const person = await registerPerson(siteUrl);
  const orderId = await buyLicense(person, 'lifetime');
  const { url } = await person.call('invoice', { orderId });
  const invoice = await fetch(url);
  expect(invoice.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await invoice.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const stranger = await registerPerson(siteUrl);
  await expect(stranger.call('invoice', { orderId })).rejects.toThrow('404');
});

test('exports charge and refund of an order for the accountant', async () => {
  const person = await registerPerson(siteUrl);
  const orderId = await buyLicense(person, 'lifetime');
  const { id } = await chargeOf(orderId);
  await play('refund', { id });
  await vi.waitFor(
    async () => expect((await person.call('myOrders')).orders[0]?.status).toBe('refunded'),
    inTime,
  );

  const { invoiceId, invoiceNumber } = (await person.call('myOrders')).orders[0] ?? {};
  expect(invoiceNumber).toMatch(/-\d{4}$/);
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-orders-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const file = join(dir, 'orders.csv');
  const runExport = (from: string, to: string) =>
    runTeamCommand(
      cloud.dir,
      'scripts/commands/orders.ts',
      'export',
      '--from',
      from,
      '--to',
      to,
      '--file',
      file,
    );
  expect(await runExport('2026-13', '2027')).toMatchObject({
    code: 1,
    output: expect.stringContaining('"2026-13" is not a day'),
  });
  expect(await runExport('2026-02-31', '2026-03')).toMatchObject({
    code: 1,
    output: expect.stringContaining('"2026-02-31" is not a day'),
  });
  expect(await runExport('2025-01', '2099-12')).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Wrote \d+ lines to /),
  });
  const lines = (await readFile(file, 'utf8')).split('\r\n').filter((line) => line.includes(orderId));
  expect(lines.map((line) => line.slice('2026-11-25'.length))).toEqual([
    `,charge,${orderId},Lifetime,US,USD,45.03,3.97,49.00,${invoiceId},${invoiceNumber},,no`,
    `,refund,${orderId},Lifetime,US,USD,-45.03,-3.97,-49.00,${invoiceId},${invoiceNumber},,no`,
  ]);
  expect(await runExport('2025-01', '2099-12')).toMatchObject({
    code: 1,
    output: expect.stringContaining('exists already'),
  });
});
