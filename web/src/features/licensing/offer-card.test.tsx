// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { catalog, type OfferId } from '../../../../contract/rules/catalog.ts';
import { CheckoutButton } from './checkout-button.tsx';
import { OfferCard } from './offer-card.tsx';

afterEach(cleanup);

function show(offerId: OfferId) {
  render(
    <MemoryRouter>
      <OfferCard offer={catalog[offerId]}>
        <CheckoutButton offerId={offerId} />
      </OfferCard>
    </MemoryRouter>,
  );
  const texts = (elements: Element[]) => elements.map(({ textContent }) => textContent);
  return {
    heading: screen.getByRole('heading').textContent,
    benefits: texts(screen.getAllByRole('listitem')),
    paragraphs: texts([...document.querySelectorAll('p')]),
    button: screen.getByRole('button').textContent,
  };
}

const benefits = ['Lifetime license', 'All future updates', 'Unlimited offline storage', 'Full access'];

it('shows a free offer in the specification’s words', () => {
  expect(show('earlyAccess')).toEqual({
    heading: 'Early Access',
    benefits,
    paragraphs: ['FREE', 'No subscriptions, no renewals.', 'Early access: September 2025'],
    button: 'Get your free license',
  });
});

it('shows a price, also on the button', () => {
  expect(show('lifetime')).toEqual({
    heading: 'Lifetime',
    benefits,
    paragraphs: ['$49.00', 'Paid once. No subscriptions, no renewals.'],
    button: 'Buy the license for $49.00',
  });
});
