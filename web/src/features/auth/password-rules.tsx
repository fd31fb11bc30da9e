import hidden from '../../components/visually-hidden.module.css';
import { passwordRules } from './password-rule.ts';
import styles from './password-rules.module.css';

interface PasswordRulesProps {
  id: string;
  password: string;
}

/** The rules for a password; each is ticked as soon as it is met. */
export function PasswordRules({ id, password }: PasswordRulesProps) {
  const areAllMet = passwordRules.every(({ isMet }) => isMet(password));

  return (
    <>
      <ul id={id} className={styles.rules}>
        {passwordRules.map(({ label, isMet }) => (
          <li key={label} data-met={isMet(password)}>
            {label}
            <span className={hidden.visuallyHidden}>{isMet(password) ? ': met' : ': not yet met'}</span>
          </li>
        ))}
      </ul>
      {/* Each tick by itself would talk into the typing. */}
      <p role="status" className={hidden.visuallyHidden}>
        {areAllMet ? 'The password meets all rules.' : ''}
      </p>
    </>
  );
}
