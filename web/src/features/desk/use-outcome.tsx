import { useEffect, useRef, useState } from 'react';
import type { Elements } from '../../components/elements.ts';
import styles from './desk.module.css';

interface Outcome {
  /** Shows a sentence about the result of an action; '' removes it. */
  announce: (sentence: string) => void;
  /** The element of the sentence. */
  statusLine: Elements;
}

/**
 * Announces the result of an action whose button disappears. The sentence gets the focus if the button had it.
 */
export function useOutcome(): Outcome {
  // An object, so that the same sentence is announced again.
  const [outcome, setOutcome] = useState({ sentence: '' });
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (outcome.sentence && document.activeElement === document.body) place.current?.focus();
  }, [outcome]);
  return {
    announce: (sentence) => setOutcome({ sentence }),
    statusLine: (
      <p ref={place} tabIndex={-1} role="status" className={styles.status}>
        {outcome.sentence}
      </p>
    ),
  };
}
