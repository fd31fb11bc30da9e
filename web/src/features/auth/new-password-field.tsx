import { PasswordField } from '@aws-amplify/ui-react';
import { useId, useState } from 'react';
import styles from './new-password-field.module.css';
import { PasswordRules } from './password-rules.tsx';

/** For a password that is chosen here. */
export function NewPasswordField({ label }: { label: string }) {
  const [password, setPassword] = useState('');
  const rulesId = useId();

  return (
    <div className={styles.field}>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        aria-describedby={rulesId}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        isRequired
      />
      <PasswordRules id={rulesId} password={password} />
    </div>
  );
}
