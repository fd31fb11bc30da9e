import { describe, expect, it, vi } from 'vitest';
import { sampleMails } from '../lambdas/domain/mail/sample-mails.ts';
import { renderPages } from '../publishing/pages/render-site.ts';

vi.mock('../contract/rules/catalog.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  currentOffer: 'earlyAccess',
}));
vi.mock('virtual:offer-texts', async () => ({
  default: (await import('../contract/rules/offer-texts.ts')).offerTexts(),
}));

const prices = (text: string) => text.match(/.{0,40}[$€£¥]\s?\d.{0,40}|.{0,40}\bincl\. VAT.{0,40}/g) ?? [];

/** Emails about orders that cost money, which exist whatever the current offer is. */
const aboutPaidOrders = /^license-(?!receipt)|^withdrawal-received$|^team-(dispute|inquiry)$/;

describe('with the free offer', async () => {
  const pages = await renderPages();

  it.each(pages.map(({ path, rendered, headForCrawlers }) => [path, rendered + headForCrawlers]))(
    'shows no price on %s',
    (_, html = '') => {
      expect(html).not.toBe('');
      expect(prices(html)).toEqual([]);
    },
  );

  it.each(
    sampleMails('https://site.test')
      .filter(({ name }) => !aboutPaidOrders.test(name))
      .map(({ name, mail }) => [name, mail] as const),
  )('shows no price in the email %s', (_, { subject, text, html }) => {
    expect([subject, text, html].flatMap(prices).filter((found) => !found.includes('Free ($0.00)'))).toEqual(
      [],
    );
  });
});
