import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { tidyEmail } from '../../../../contract/rules/email-address.ts';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { ResendCode } from '../../components/forms/resend-code.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { providerMessage } from '../../lib/provider-message.ts';
import styles from './auth-panel.module.css';
import { EmailField } from './credentials-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import type { AuthFlow } from './use-auth-flow.ts';

/**
 * Replaces a forgotten password. Requires the code of the email, which its link fills in, and a new
 * password.
 */
export function NewPasswordStep({ flow }: { flow: AuthFlow }) {
  const { memory, link } = flow;
  const [typedEmail, setTypedEmail] = useState('');
  const email = memory.email || tidyEmail(typedEmail);
  const code = link?.mode === 'reset' && link.email === memory.email ? link.code : '';

  return (
    <>
      <h2>Choose a new password</h2>
      {memory.email ? (
        <p key="address">
          For the account <strong>{memory.email}</strong>.
        </p>
      ) : (
        <p>Enter the code from the email, or open its link.</p>
      )}
      <SubmitForm
        // If the link is opened here, its code appears in the field.
        key={code}
        submitLabel="Change Password"
        describeError={providerMessage}
        onSubmit={(fields) => flow.setNewPassword(email, codeOf(fields), textOf(fields, 'password'))}
      >
        {memory.email ? (
          // Password managers save the new password under this name.
          <input type="hidden" name="username" autoComplete="username" value={memory.email} readOnly />
        ) : (
          <EmailField email={typedEmail} onChange={setTypedEmail} />
        )}
        <CodeField label="Code from the email" defaultValue={code} />
        <NewPasswordField label="New password" />
      </SubmitForm>
      <ResendCode email={email} sentAtMs={memory.codeSentAtMs} onSend={() => flow.sendPasswordReset(email)} />
      <div className={styles.ways}>
        {/* An unconfirmed address gets no such email, and the page must not reveal which
            addresses are unconfirmed. */}
        <Button variation="link" onClick={() => flow.goOnUnconfirmed(email)}>
          I never confirmed my address
        </Button>
        <Button variation="link" onClick={() => flow.goTo('credentials')}>
          Go Back
        </Button>
      </div>
    </>
  );
}
