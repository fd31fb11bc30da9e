import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  tone: 'plain' | 'info' | 'success' | 'caution' | 'warning';
  children: ReactNode;
}

/** A word about the state of something, next to its name. */
export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
