import { type ReactNode, useRef } from 'react';
import type { Answer } from '../lib/use-answer.ts';
import { Button } from './button.tsx';
import { FocusPlace } from './focus-place.tsx';
import { Notice } from './notice.tsx';
import { Progress } from './progress.tsx';
import styles from './with-answer.module.css';

interface WithAnswerProps<Value> {
  answer: Answer<Value>;
  /** Shown while the response loads. */
  loadingLabel: string;
  children: (value: Value) => ReactNode;
}

/**
 * Shows content that needs a response of the server, or the loading state or the error until then.
 */
export function WithAnswer<Value>({ answer, loadingLabel, children }: WithAnswerProps<Value>) {
  const { value, failure, askAgain, reloadFailure = null } = answer;
  const place = useRef<HTMLDivElement>(null);

  const shownFailure = value === null ? failure : reloadFailure;
  return (
    <FocusPlace place={place}>
      {shownFailure !== null && (
        <div className={styles.failure}>
          <Notice tone="error">{shownFailure}</Notice>
          <Button
            look="quiet"
            onClick={() => {
              place.current?.focus();
              askAgain();
            }}
          >
            Try again
          </Button>
        </div>
      )}
      {value !== null ? children(value) : failure === null && <Progress label={loadingLabel} />}
    </FocusPlace>
  );
}
