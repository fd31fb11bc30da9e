import { useLocation } from 'react-router-dom';
import { signInPath } from '../lib/sign-in-path.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { ButtonLink } from './button-link.tsx';
import styles from './sign-in-prompt.module.css';

/** Replaces content that needs a sign-in. The sign-in leads back to this page. */
export function SignInPrompt({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  // The prerendered page knows no query string.
  const page = pathname + (useHydrated() ? search : '');

  return (
    <div className={styles.prompt}>
      <p>{children}</p>
      <ButtonLink to={signInPath(page)}>Log In</ButtonLink>
    </div>
  );
}
