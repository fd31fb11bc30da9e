import { type LinkProps, useLocation } from 'react-router-dom';
import { signInPath } from '../lib/sign-in-path.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { ButtonLink } from './button-link.tsx';

interface SignInLinkProps extends Pick<LinkProps, 'children'> {
  look?: 'primary' | 'quiet';
}

/** Leads to the sign-in form. After the sign-in, the visitor returns to this page. */
export function SignInLink(props: SignInLinkProps) {
  const { pathname, search } = useLocation();
  // The prerendered page has no query string.
  const page = pathname + (useHydrated() ? search : '');
  return <ButtonLink to={signInPath(page)} {...props} />;
}
