import { Button } from '@aws-amplify/ui-react';
import { ButtonLink } from '../../components/button-link.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { providerMessage } from '../../lib/provider-message.ts';

interface AlreadySignedInProps {
  email: string;
  onSignOut: () => Promise<void>;
}

/** For signed-in visitors who open `/auth`. */
export function AlreadySignedIn({ email, onSignOut }: AlreadySignedInProps) {
  const { run, isBusy, failure } = useAction(providerMessage);

  return (
    <>
      <p>{`You are signed in as ${email}.`}</p>
      <ButtonLink to="/account">Go to your account</ButtonLink>
      <Button aria-disabled={isBusy} onClick={() => run(onSignOut)}>
        Sign in with another account
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}
