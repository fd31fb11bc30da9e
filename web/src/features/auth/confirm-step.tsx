import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { tidyEmail } from '../../../../contract/rules/email-address.ts';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { ResendCode } from '../../components/forms/resend-code.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Progress } from '../../components/progress.tsx';
import { providerMessage } from '../../lib/provider-message.ts';
import styles from './auth-panel.module.css';
import { EmailField } from './email-field.tsx';
import type { AuthFlow } from './use-auth-flow.ts';
import { useLinkCode } from './use-link-code.ts';

/** After registering: waits for the code or the link of the email. */
export function ConfirmStep({ flow }: { flow: AuthFlow }) {
  const { memory } = flow;
  const [typedEmail, setTypedEmail] = useState('');
  const email = memory.email || tidyEmail(typedEmail);
  const link = useLinkCode(flow, 'verify', (code) => flow.confirm(email, code));
  const { run, failure } = useAction(providerMessage);

  if (link.isBusy) return <Progress label="Confirming your email address…" />;
  return (
    <>
      <h2>Confirm your email address</h2>
      {memory.email ? (
        <p key="address">
          We sent an email to <strong>{memory.email}</strong>. Open its link, or enter the code here.
        </p>
      ) : (
        <p>We sent you an email. Open its link, or enter your email address and the code here.</p>
      )}
      {link.failure && <FormMessage tone="error">{link.failure}</FormMessage>}
      <SubmitForm
        submitLabel="Confirm"
        describeError={providerMessage}
        onSubmit={(fields) => {
          link.forgetFailure();
          return flow.confirm(email, codeOf(fields));
        }}
      >
        {!memory.email && <EmailField email={typedEmail} onChange={setTypedEmail} />}
        <CodeField label="Confirmation code" />
      </SubmitForm>
      <ResendCode
        email={email}
        sentAtMs={memory.codeSentAtMs}
        onSend={() => flow.resendConfirmation(email)}
      />
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <div className={styles.ways}>
        <Button variation="link" onClick={() => run(() => flow.goOnConfirmed(email))}>
          I have opened the link
        </Button>
        {memory.email && (
          <Button variation="link" onClick={flow.goBackToRegister}>
            Wrong address?
          </Button>
        )}
        <Button variation="link" onClick={() => flow.goTo('credentials')}>
          Go Back
        </Button>
      </div>
    </>
  );
}
