import { Button } from '@aws-amplify/ui-react';
import { ButtonLink } from '../../components/button-link.tsx';

interface AlreadySignedInProps {
  email: string;
  onSignOut: () => Promise<void>;
}

/** For those who come to `/auth` without needing it. */
export function AlreadySignedIn({ email, onSignOut }: AlreadySignedInProps) {
  return (
    <>
      <p>You are signed in as {email}.</p>
      <ButtonLink to="/account">Go to your account</ButtonLink>
      <Button onClick={onSignOut}>Sign in with another account</Button>
    </>
  );
}
