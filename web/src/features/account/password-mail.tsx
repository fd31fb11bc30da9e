import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import { Step } from './step.tsx';

/**
 * Sends an email with a link to set a new password, as for a forgotten one. Only the owner of the
 * mailbox can use it.
 */
export function PasswordMail({ email }: { email: string }) {
  const { run, isBusy, failure } = useAction(providerMessage);
  const [isSent, setIsSent] = useState(false);

  async function send() {
    setIsSent(false);
    const { sendPasswordResetCode } = await loadIdentityProvider();
    await sendPasswordResetCode(email);
    setIsSent(true);
  }

  return (
    <Step name="password" label="Password">
      <Button aria-disabled={isBusy} onClick={() => run(send)}>
        Email me a link to set a new password
      </Button>
      {isSent && (
        <FormMessage tone="success">
          Success! Check your inbox for a link to update your password.
        </FormMessage>
      )}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </Step>
  );
}
