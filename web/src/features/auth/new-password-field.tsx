import { PasswordField } from '@aws-amplify/ui-react';
import { useEffect, useId, useState } from 'react';
import { minPasswordLength } from '../../../../contract/rules/account-limits.ts';
import hidden from '../../components/visually-hidden.module.css';
import { logQuietly } from '../../lib/log-quietly.ts';
import styles from './auth-panel.module.css';
import { loadCommonPasswords } from './refuse-weak-password.ts';

/** For a new password. Its form refuses a weak one with `refuseWeakPassword`. */
export function NewPasswordField({ label }: { label: string }) {
  const [password, setPassword] = useState('');
  const ruleId = useId();
  const isLongEnough = password.length >= minPasswordLength;
  useEffect(() => {
    // Submitting the form retries.
    loadCommonPasswords().catch((cause: unknown) =>
      logQuietly('The common passwords could not be preloaded', cause),
    );
  }, []);

  return (
    <div className={styles.field}>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        aria-describedby={ruleId}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        isRequired
      />
      <p id={ruleId} className={styles.rule} data-met={isLongEnough}>
        At least {minPasswordLength} characters. Several words with spaces are fine.
      </p>
      {/* Announcing the tick would interrupt typing. */}
      <p role="status" className={hidden.visuallyHidden}>
        {isLongEnough ? 'The password is long enough.' : ''}
      </p>
    </div>
  );
}
