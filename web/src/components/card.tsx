import type { ReactNode } from 'react';
import styles from './card.module.css';
import type { Elements } from './elements.ts';

/** Cards in a grid of three, two or one columns. */
export function CardGrid({ children }: { children: Elements }) {
  return <ul className={styles.grid}>{children}</ul>;
}

interface CardProps {
  /** The address of the card after `#`. */
  id?: string;
  title: ReactNode;
  /** The level of the title below the headings around the card. */
  level?: 2 | 3;
  /** Next to the title. */
  badge?: Elements;
  /** Above the title, full width. */
  picture?: Elements;
  /** See `id` of `Section`. */
  isLaidOutLater?: boolean;
  children: Elements;
}

/** One of several similar things in a `CardGrid`. */
export function Card({ id, title, level = 2, badge, picture, isLaidOutLater, children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <li id={id} className={styles.card} dir="auto" data-layout={isLaidOutLater && 'later'}>
      {picture}
      <div className={styles.heading}>
        <Heading>{title}</Heading>
        {badge}
      </div>
      {children}
    </li>
  );
}
