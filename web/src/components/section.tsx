import type { ReactNode } from 'react';

interface SectionProps {
  /** Names the heading; unique on the page, and the part's address after `#`. */
  id: string;
  heading: ReactNode;
  className?: string | undefined;
  /** For a large part below the first screen, on a page with `useLayoutInTurn`. Its style says about how tall it is. */
  isLaidOutLater?: boolean;
  children: ReactNode;
}

/** A part of a page under a heading of its own, which names it to screen readers. */
export function Section({ id, heading, className, isLaidOutLater, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id} data-layout={isLaidOutLater && 'later'}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
