import type { ReactNode } from 'react';
import styles from './new-tab-link.module.css';
import hidden from './visually-hidden.module.css';

interface NewTabLinkProps {
  href: string;
  children: ReactNode;
}

/**
 * A link to another site, or to a page of ours that must not replace this one. It opens in a new
 * tab and says so: with an arrow, and in words for screen readers.
 */
export function NewTabLink({ href, children }: NewTabLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener" className={styles.link}>
      <span>{children}</span>
      <span className={hidden.visuallyHidden}> (opens in a new tab)</span>
    </a>
  );
}
