import offerTexts from 'virtual:offer-texts';
import type { ReactNode } from 'react';
import type { Offer } from '../../../../contract/rules/catalog.ts';
import { formatPrice } from '../../../../contract/rules/format-price.ts';
import { Section } from '../../components/section.tsx';
import styles from './offer-card.module.css';

interface OfferCardProps {
  offer: Offer;
  /** The actions of the visitor. */
  children: ReactNode;
}

export function OfferCard({ offer, children }: OfferCardProps) {
  const { name, amountInCents, currency, payment, benefits, availability } = offer;
  return (
    <Section id="offer" heading={name} className={styles.card}>
      <p className={styles.price}>
        {amountInCents === 0 ? 'FREE' : formatPrice(amountInCents, currency)}
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
