import { useLocation } from 'react-router-dom';
import { signInPath } from '../lib/sign-in-path.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { ButtonLink } from './button-link.tsx';
import styles from './sign-in-prompt.module.css';

/**
 * Replaces content that needs a sign-in. After the sign-in, the visitor returns to this page. If the
 * session has just ended, screen readers announce it.
 */
export function SignInPrompt({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  // The prerendered page has no query string.
  const page = pathname + (useHydrated() ? search : '');

  return (
    <div className={styles.prompt}>
      <p role="status">{children}</p>
      <ButtonLink to={signInPath(page)}>Log In</ButtonLink>
    </div>
  );
}
