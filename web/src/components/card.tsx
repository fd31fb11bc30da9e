import type { ReactNode } from 'react';
import styles from './card.module.css';

/** Cards side by side: three, two or one in a row. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>;
}

interface CardProps {
  title: ReactNode;
  /** The level of the title below the headings around the card. */
  level?: 2 | 3;
  /** Beside the title. */
  badge?: ReactNode;
  /** Above the title, to the card's edges. */
  picture?: ReactNode;
  /** As that of a `Section`. */
  isLaidOutLater?: boolean;
  children: ReactNode;
}

/** One of several things of a kind, in a `CardGrid`. */
export function Card({ title, level = 2, badge, picture, isLaidOutLater, children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <li className={styles.card} dir="auto" data-layout={isLaidOutLater && 'later'}>
      {picture}
      <div className={styles.heading}>
        <Heading>{title}</Heading>
        {badge}
      </div>
      {children}
    </li>
  );
}
