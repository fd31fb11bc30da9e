import type { ReactNode, RefObject } from 'react';
import styles from './focus-place.module.css';

interface FocusPlaceProps {
  place: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/**
 * A container that stays while its content changes. It takes the focus of a button that is removed.
 */
export function FocusPlace({ place, children }: FocusPlaceProps) {
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {children}
    </div>
  );
}
