import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';

interface SectionProps {
  /** The id of the heading, unique on the page. It is also the section's address after `#`. */
  id: string;
  heading: ReactNode;
  className?: string | undefined;
  /**
   * For a large section below the first screen, on a page with `useLayoutInTurn`. Its style states
   * its approximate height.
   */
  isLaidOutLater?: boolean;
  children: Elements;
}

/** A part of a page with its own heading, which names it for screen readers. */
export function Section({ id, heading, className, isLaidOutLater, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id} data-layout={isLaidOutLater && 'later'}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
