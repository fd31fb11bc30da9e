import { type ReactNode, useRef, useState } from 'react';
import styles from './desk.module.css';

/**
 * Says what an action did, for actions whose button is gone afterwards: the status gets the focus.
 * @returns `conclude` takes a sentence; `status` is the place where it appears
 */
export function useOutcome(): { conclude: (outcome: string) => void; status: ReactNode } {
  const [outcome, setOutcome] = useState('');
  const place = useRef<HTMLParagraphElement>(null);
  return {
    conclude(said) {
      setOutcome(said);
      place.current?.focus();
    },
    status: (
      <p ref={place} tabIndex={-1} role="status" className={styles.status}>
        {outcome}
      </p>
    ),
  };
}
