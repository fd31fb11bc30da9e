import type { ReactNode, RefObject } from 'react';
import styles from './focus-place.module.css';

interface FocusPlaceProps {
  place: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/**
 * A container that stays mounted while its content changes, and takes the focus of a removed button.
 */
export function FocusPlace({ place, children }: FocusPlaceProps) {
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {children}
    </div>
  );
}
