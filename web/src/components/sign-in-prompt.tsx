import { SignInLink } from './sign-in-link.tsx';
import styles from './sign-in-prompt.module.css';

/** Replaces content that needs a sign-in. If the session has just ended, screen readers announce it. */
export function SignInPrompt({ children }: { children: string }) {
  return (
    <div className={styles.prompt}>
      <p role="status">{children}</p>
      <SignInLink>Log In</SignInLink>
    </div>
  );
}
