import type { RefObject } from 'react';
import styles from './trap.module.css';

/**
 * A honeypot field: people cannot see, hear or reach it, but bots fill it in. Password managers do
 * not recognize its name, and its attributes make 1Password, Bitwarden, Dashlane and LastPass ignore it.
 */
export function Trap({ field }: { field: RefObject<HTMLInputElement | null> }) {
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
