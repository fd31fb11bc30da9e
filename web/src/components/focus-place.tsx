import type { ReactNode, RefObject } from 'react';
import styles from './focus-place.module.css';

interface FocusPlaceProps {
  place: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

/** Stays while what stands in it comes and goes: it can take the focus of a button that is about to go. */
export function FocusPlace({ place, children }: FocusPlaceProps) {
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {children}
    </div>
  );
}
