import { type RefObject, useRef } from 'react';
import { PageProblem } from '../../lib/page-problem.ts';
import styles from './trap.module.css';

/**
 * A field that only programs fill in.
 * @param filledSentence asks a person to send the form again, even if the field is filled in each time; a program sends a form only once
 */
export function useTrap(filledSentence: string) {
  const field = useRef<HTMLInputElement>(null);
  const hasAskedAgain = useRef(false);
  return {
    trap: <Trap field={field} />,
    checkTrap() {
      if (!field.current?.value || hasAskedAgain.current) return;
      hasAskedAgain.current = true;
      throw new PageProblem(filledSentence);
    },
  };
}

/**
 * A honeypot field: people cannot see, hear or reach it, but bots fill it in. Password managers do
 * not recognize its name, and its attributes make 1Password, Bitwarden, Dashlane and LastPass ignore it.
 */
function Trap({ field }: { field: RefObject<HTMLInputElement | null> }) {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        <span>Leave this empty</span>
        <input
          ref={field}
          name="topic"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore="true"
          data-form-type="other"
          data-lpignore="true"
        />
      </label>
    </div>
  );
}
