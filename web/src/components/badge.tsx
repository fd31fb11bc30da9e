import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  tone: 'plain' | 'info' | 'success' | 'caution' | 'warning';
  children: ReactNode;
}

/** A word that names the state of an item, next to the item's name. */
export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
