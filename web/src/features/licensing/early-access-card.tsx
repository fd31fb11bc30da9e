import type { ReactNode } from 'react';
import { Section } from '../../components/section.tsx';
import styles from './early-access-card.module.css';

const benefits = ['Lifetime license', 'All future updates', 'Unlimited offline storage', 'Full access'];

/** The offer. Below it stands what the visitor can do about it. */
export function EarlyAccessCard({ children }: { children: ReactNode }) {
  return (
    <Section id="early-access" heading="Early Access" className={styles.card}>
      <p className={styles.price}>FREE</p>
      <p className={styles.terms}>No subscriptions, no renewals.</p>
      <ul className={styles.benefits}>
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      {children}
      <p className={styles.availability}>Early access: September 2025</p>
    </Section>
  );
}
