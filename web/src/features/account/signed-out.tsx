import { ButtonLink } from '../../components/button-link.tsx';

/** What somebody sees who is not signed in, or not any more: then it is news, and screen readers read it. */
export function SignedOut({ children }: { children: string }) {
  return (
    <>
      <p role="status">{children}</p>
      <ButtonLink to="/auth">Log In</ButtonLink>
    </>
  );
}
