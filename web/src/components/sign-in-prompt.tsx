import { ButtonLink } from './button-link.tsx';
import styles from './sign-in-prompt.module.css';

/** In place of what only those can use who are signed in. Its sentence says what that is. */
export function SignInPrompt({ children }: { children: string }) {
  return (
    <div className={styles.prompt}>
      <p>{children}</p>
      <ButtonLink to="/auth">Log In</ButtonLink>
    </div>
  );
}
