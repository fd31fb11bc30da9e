import { ButtonLink } from '../../components/button-link.tsx';

/**
 * The content for signed-out visitors. If the session has just ended, screen readers announce it.
 */
export function SignedOut({ children }: { children: string }) {
  return (
    <>
      <p role="status">{children}</p>
      <ButtonLink to="/auth">Log In</ButtonLink>
    </>
  );
}
