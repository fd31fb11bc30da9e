import offerTexts from 'virtual:offer-texts';
import { useId } from 'react';
import { amountsOf, type Offer } from '../../../../contract/rules/catalog.ts';
import type { Elements } from '../../components/elements.ts';
import { Section } from '../../components/section.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { useFormattedMoney } from '../../lib/format-money.ts';
import styles from './offer-card.module.css';

interface OfferCardProps {
  offer: Offer;
  /** One of the offer's currencies. */
  currency: string;
  /** If missing, the visitor cannot choose a currency. */
  onCurrencyChange?: ((currency: string) => void) | undefined;
  /** The actions of the visitor. */
  children: Elements;
}

export function OfferCard({ offer, currency, onCurrencyChange, children }: OfferCardProps) {
  const { name, amountInCents, payment, benefits, availability, period } = offer;
  const amounts = amountsOf(offer);
  const price = useFormattedMoney(amounts[currency] ?? amountInCents, currency);
  return (
    <Section id="offer" heading={name} className={styles.card}>
      <p className={styles.price} aria-live="polite">
        <span>{amountInCents === 0 ? 'FREE' : price}</span>
        {offerTexts.taxNote && <span className={styles.taxNote}>{` ${offerTexts.taxNote}`}</span>}
      </p>
      {onCurrencyChange && Object.keys(amounts).length > 1 && (
        <CurrencyField currencies={Object.keys(amounts)} value={currency} onChange={onCurrencyChange} />
      )}
      <p className={styles.payment}>{payment}</p>
      <ul className={styles.benefits}>
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {children}
      {availability !== undefined && <p className={styles.availability}>{availability}</p>}
      {period && <p className={styles.availability}>{describePeriod(period, amountInCents)}</p>}
    </Section>
  );
}

interface CurrencyFieldProps {
  currencies: string[];
  value: string;
  onChange: (currency: string) => void;
}

function CurrencyField({ currencies, value, onChange }: CurrencyFieldProps) {
  const id = useId();
  const names = new Intl.DisplayNames('en-US', { type: 'currency' });
  return (
    <p className={styles.currency}>
      <label htmlFor={id}>Currency</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {names.of(currency.toUpperCase())}
          </option>
        ))}
      </select>
    </p>
  );
}

function describePeriod({ from, until }: NonNullable<Offer['period']>, amountInCents: number): string {
  const parts = [from && `from ${formatDate(from)}`, until && `until ${formatDate(until)}`];
  return `${amountInCents === 0 ? 'Free' : 'Sold'} ${parts.filter(Boolean).join(' ')} (UTC)`;
}
