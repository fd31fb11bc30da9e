import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A list of terms (`dt`) with their values (`dd`). */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;
