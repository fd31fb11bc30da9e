import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import accessibility from '../content/legal/accessibility.md';
import ifWeStop from '../content/legal/if-we-stop.md';
import privacy from '../content/legal/privacy.md';
import security from '../content/legal/security.md';
import withdrawal from '../content/legal/withdrawal.md';
import { licenseTerms } from '../content/license-terms.ts';
import { termsOfService } from '../content/terms-of-service.ts';
import { licenseUsers } from '../contract/content/license-users.ts';
import { securityUpdatesEnd } from '../contract/content/security-updates.ts';
import type { StoredData } from '../contract/records/stored-data.ts';
import { unsubscribableGroups } from '../contract/records/user.ts';
import { catalog } from '../contract/rules/catalog.ts';
import { fewestShownVotes } from '../contract/rules/roadmap-votes.ts';
import { termsVersions } from '../contract/rules/terms-versions.ts';
import { orderStore } from '../lambdas/domain/orders/order-store.ts';
import { newUser } from '../lambdas/domain/users/new-user.ts';

it('dates every legal text June 13, 2025, until a text changes after the launch', () => {
  expect(termsVersions).toEqual(['2025-06-13']);
  for (const { title, updatedAt } of [accessibility, ifWeStop, privacy, security, withdrawal])
    expect({ title, updatedAt }).toEqual({ title, updatedAt: '2025-06-13' });
});

it('has both texts of each version of the terms, with its date', () => {
  expect(Object.keys(licenseTerms).sort().reverse()).toEqual(termsVersions);
  expect(Object.keys(termsOfService).sort().reverse()).toEqual(termsVersions);
  for (const [version, { updatedAt }] of Object.entries(termsOfService)) expect(updatedAt).toBe(version);
});

it.each(termsVersions)('fills only the identity of the owner into the terms of %s', (version) => {
  const text = readFileSync(`content/legal/terms/${version}.md`, 'utf8');
  expect(text.match(/\{(?!owner\.)\w+\.\w+\}/g)).toBeNull();
});

it.each(termsVersions)(
  'promises in the terms of %s what the free offer says: a license for life',
  (version) => {
    const text = readFileSync(`content/legal/terms/${version}.md`, 'utf8');
    expect(text).toContain(
      'A license that you claimed while it cost nothing gives you the same rights: it is for life, and it costs nothing later',
    );
    expect(text).toContain('it lasts for your lifetime: it does not expire');
    expect(text).toContain('A change does not take away a license you already hold.');
    expect(catalog.earlyAccess.benefits).toEqual(
      expect.arrayContaining(['Lifetime license', 'All future updates']),
    );
    expect(licenseTerms[version]?.map((point) => point.text).join(' ')).toContain(
      'The license does not run out and does not renew. Every future update of the toolkit comes with it.',
    );
  },
);

it('says in the newest terms who may use a license, in the words of the setting', () => {
  expect(readFileSync(`content/legal/terms/${termsVersions[0]}.md`, 'utf8')).toContain(licenseUsers);
});

it('promises security updates in the license terms and the security policy in the same words', () => {
  const points = licenseTerms[termsVersions[0]]?.map(({ text }) => text);
  expect(points).toContain(`The toolkit gets security updates until at least ${securityUpdatesEnd}.`);
  const text = readFileSync('content/legal/security.md', 'utf8');
  expect(text).toContain('gets security updates until at least {security.updatesUntil}.');
  expect(text).not.toMatch(/vulnerability of/);
});

/** The words of the privacy policy for each field of an order. Null for bookkeeping that says nothing about the buyer. */
const orderFields: Record<keyof StoredData['orders'][number], string | null> = {
  orderId: 'Stripe’s identifier of it',
  source: 'If our team gives you a license, we store it as an order',
  giftFrom: 'the name of the giver',
  priceId: 'the price',
  amountInCents: 'the amount',
  taxInCents: 'the tax',
  amountRefundedInCents: 'refunds',
  country: 'your country',
  invoiceId: 'Stripe’s identifiers and the numbers of the invoice and of credit notes',
  invoiceNumber: 'Stripe’s identifiers and the numbers of the invoice and of credit notes',
  creditNotes: 'Stripe’s identifiers and the numbers of the invoice and of credit notes',
  refusedCreditNotes: null,
  isReverseCharge: 'whether you are a business that accounts for the tax',
  currency: 'the currency',
  status: 'states',
  createdAt: 'a history of times',
  licensedAt: 'a history of times',
  licenseFile: 'the license file',
  buyerId: 'the buyer’s user ID stays with the order',
  passedOnAt: 'when it was passed on',
  offeredTo: 'store that address until the offer is accepted or canceled',
  reissues: 'how often and when its file was replaced',
  termsVersion: 'the version of the terms',
  receiptUrl: 'the address of its receipt',
  referralCode: 'the referral code if there was one',
  refundReason: 'refunds with their reason',
  withdrawnAt: 'store the time of your statement with the order',
  history: 'a history of times',
  userId: 'your user ID',
  paymentIntentId: 'Stripe’s identifier of the payment',
  converts: 'whether it was somebody else’s',
  version: null,
  expiration: null,
  isLicenseUnannounced: null,
  hasRefundFailed: 'states',
  withdrawalStatedAt: 'store the time of your statement with the order',
  dispute: 'Stripe’s identifier of the dispute, its reason and amount, and the deadline for our answer',
  isRefundedElsewhere: 'states',
  concludedBy: null,
  batchId: 'which set of codes it came from',
  deskRefund: 'refunds',
  outbox: null,
};

describe('the privacy policy', () => {
  const text = readFileSync('content/legal/privacy.md', 'utf8');

  it.each(Object.entries(orderFields).filter(([, words]) => words))(
    'names what an order stores in %s',
    (_, words) => {
      expect(text).toContain(words);
    },
  );

  it('names what is removed from an order when its account is deleted', async () => {
    const send = vi.fn(async () => ({}));
    await orderStore({ send } as never, 'Orders').forgetHolder({ orderId: 'cs_1' } as never, 'user-1');
    const removed =
      JSON.stringify(send.mock.calls)
        .match(/REMOVE ([\w, ]+)/)?.[1]
        ?.split(', ') ?? [];
    const words = {
      userId: 'your user ID',
      receiptUrl: 'the receipt’s address',
      licenseFile: 'the license file',
      giftFrom: 'the name of the giver',
    };
    expect(removed.filter((field) => orderFields[field as keyof typeof orderFields]).sort()).toEqual(
      Object.keys(words).sort(),
    );
    const sentence = text.match(/When your account is deleted, we remove .+? from them/)?.[0];
    for (const each of Object.values(words)) expect(sentence).toContain(each);
  });

  it('gives consent as the only reason for the emails of groups, which a new account does not get', () => {
    expect(newUser('u1', 'ana@example.test', new Date(0)).unsubscriptions).toEqual([...unsubscribableGroups]);
    expect(text).toContain('A new account receives none of them');
    expect(text).toContain('The four groups of email have your consent. You give it when you register or');
    expect(text).not.toContain('Updates are in our legitimate interest');
    expect(readFileSync('docs/legal.md', 'utf8')).toContain(
      'a new account receives none, and each needs consent',
    );
  });

  it('says what votes for the roadmap store, who sees them, and when they end', () => {
    expect(fewestShownVotes).toBe(10);
    expect(text).toContain('- the items of the roadmap that you vote for, and since when;');
    expect(text).toContain('shows how many people vote for an item, once ten do, and never who');
    expect(text).toContain('only to those who vote for an item of the roadmap');
    expect(text).toMatch(/- by user ID: [^\n]*voting for items of the roadmap/);
    expect(text).toContain('until you take them back or delete your account');
  });

  it('names the limit on changes of the name on a license', () => {
    expect(text).toMatch(/- by user ID: [^\n]*changing the name on your license/);
  });
});
