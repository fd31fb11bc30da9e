import offerTexts from 'virtual:offer-texts';
import type { ReactNode } from 'react';
import type { Offer } from '../../../../contract/rules/catalog.ts';
import { Section } from '../../components/section.tsx';
import { useFormattedMoney } from '../../lib/format-money.ts';
import styles from './offer-card.module.css';

interface OfferCardProps {
  offer: Offer;
  /** The actions of the visitor. */
  children: ReactNode;
}

export function OfferCard({ offer, children }: OfferCardProps) {
  const { name, amountInCents, currency, payment, benefits, availability } = offer;
  const price = useFormattedMoney(amountInCents, currency);
  return (
    <Section id="offer" heading={name} className={styles.card}>
      <p className={styles.price}>
        {amountInCents === 0 ? 'FREE' : price}
        {offerTexts.taxNote && <span className={styles.taxNote}> {offerTexts.taxNote}</span>}
      </p>
      <p className={styles.payment}>{payment}</p>
      <ul className={styles.benefits}>
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {children}
      {availability && <p className={styles.availability}>{availability}</p>}
    </Section>
  );
}
