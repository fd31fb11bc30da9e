import { Button, PasswordField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { tidyEmail } from '../../../../contract/rules/email-address.ts';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { ResendCode } from '../../components/forms/resend-code.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { providerMessage } from '../../lib/provider-message.ts';
import styles from './auth-panel.module.css';
import { EmailField } from './credentials-form.tsx';
import type { AuthFlow } from './use-auth-flow.ts';

/** After registering: waits for the code of the email, which its link fills in. */
export function ConfirmStep({ flow }: { flow: AuthFlow }) {
  const { memory, link } = flow;
  const [typedEmail, setTypedEmail] = useState('');
  const email = memory.email || tidyEmail(typedEmail);
  const { code, end } = link?.mode === 'verify' && link.email === memory.email ? link : { code: '', end: '' };
  const { run, failure } = useAction(providerMessage);

  return (
    <>
      <h2>Confirm your email address</h2>
      <Explanation email={memory.email} isByLink={code !== ''} />
      <SubmitForm
        // If the link is opened here, its code appears in the field.
        key={code}
        submitLabel="Confirm"
        describeError={providerMessage}
        onSubmit={(fields) => flow.confirm(email, codeOf(fields), textOf(fields, 'password'))}
      >
        {!memory.email && <EmailField email={typedEmail} onChange={setTypedEmail} />}
        <CodeField label="Confirmation code" defaultValue={code} />
        {!flow.knowsPasswordOf(email) && (
          <PasswordField
            label="Password that you chose"
            descriptiveText="If you forgot it, delete the registration with the link in the email, then register again."
            name="password"
            autoComplete="current-password"
            isRequired
          />
        )}
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
        {end && (
          <Button variation="link" onClick={() => run(() => flow.endRegistration(end))}>
            Delete this registration
          </Button>
        )}
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

function Explanation({ email, isByLink }: { email: string; isByLink: boolean }) {
  if (isByLink)
    return (
      <p key="link">
        Press Confirm to create the account of <strong>{email}</strong>. If somebody else used your address,
        delete this registration.
      </p>
    );
  if (email)
    return (
      <p key="address">
        We sent an email to <strong>{email}</strong>. Open its link, or enter the code here.
      </p>
    );
  return (
    <p key="typed">We sent you an email. Open its link, or enter your email address and the code here.</p>
  );
}
