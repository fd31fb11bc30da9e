// @vitest-environment jsdom
import offerTexts from 'virtual:offer-texts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { catalog, type Offer, type OfferId } from '../../../../contract/rules/catalog.ts';
import { freeUntil } from '../../../../test/free-until.ts';
import { CheckoutButton } from './checkout-button.tsx';
import { OfferCard } from './offer-card.tsx';

afterEach(cleanup);

const onCurrencyChange = vi.fn();

function show(
  offerId: OfferId,
  { currency = 'usd', period }: { currency?: string; period?: Offer['period'] } = {},
) {
  const offer: Offer = catalog[offerId];
  render(
    <MemoryRouter>
      <OfferCard
        offer={{ ...offer, ...(period ? { period } : {}) }}
        currency={currency}
        onCurrencyChange={onCurrencyChange}
      >
        <CheckoutButton offerId={offerId} currency={currency} />
      </OfferCard>
    </MemoryRouter>,
  );
  const texts = (elements: Element[]) => elements.map(({ textContent }) => textContent);
  return {
    heading: screen.getByRole('heading').textContent,
    benefits: texts(screen.getAllByRole('listitem')),
    paragraphs: texts([...document.querySelectorAll('p')]),
    button: screen.queryByRole('button')?.textContent,
  };
}

const currencies = 'CurrencyUS DollarEuroBritish PoundJapanese Yen';
const benefits = ['Lifetime license', 'All future updates', 'Unlimited offline storage', 'Full access'];

it('shows a free offer in the specification’s words', () => {
  freeUntil(undefined);
  expect(show('earlyAccess')).toEqual({
    heading: 'Early Access',
    benefits,
    paragraphs: ['FREE', 'No subscriptions, no renewals.', 'Early access is available in September 2025.'],
    button: 'Get your free license',
  });
});

it('shows a price in the card and on the button', () => {
  expect(show('lifetime')).toEqual({
    heading: 'Lifetime',
    benefits,
    paragraphs: ['$49.00', currencies, 'Pay once. No subscriptions, no renewals.'],
    button: 'Buy the license for $49.00',
  });
});

it.each(['plus tax', 'incl. VAT'])('says next to the price and on the button: %s', (taxNote) => {
  offerTexts.taxNote = taxNote;
  onTestFinished(() => {
    offerTexts.taxNote = '';
  });
  expect(show('lifetime', { currency: 'eur' })).toMatchObject({
    paragraphs: [`€49.00 ${taxNote}`, currencies, expect.any(String)],
    button: `Buy the license for €49.00 ${taxNote}`,
  });
});

it('shows the price in the chosen currency, and lets the buyer choose another', () => {
  expect(show('lifetime', { currency: 'jpy' })).toMatchObject({
    paragraphs: ['¥7,800', currencies, expect.any(String)],
    button: 'Buy the license for ¥7,800',
  });
  fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'gbp' } });
  expect(onCurrencyChange).toHaveBeenCalledExactlyOnceWith('gbp');
});

it('shows the period in which an offer is sold', () => {
  const card = show('lifetime', { period: { from: '2025-01-01', until: '2025-01-31' } });
  expect(card.paragraphs.at(-1)).toBe('Sold from January 1, 2025 until January 31, 2025 (UTC)');
  cleanup();
  const free = show('earlyAccess', { period: { until: '2026-12-31' } });
  expect(free.paragraphs.at(-1)).toBe('Free until December 31, 2026 (UTC)');
});
