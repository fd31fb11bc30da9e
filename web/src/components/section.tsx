import type { ReactNode } from 'react';

interface SectionProps {
  /** Names the heading; unique on the page, and the part's address after `#`. */
  id: string;
  heading: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a page under a heading of its own, which names it to screen readers. */
export function Section({ id, heading, className, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </section>
  );
}
