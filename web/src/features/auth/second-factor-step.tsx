import { Button } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { CodeField, codeOf } from '../../components/forms/code-field.tsx';
import { SubmitForm } from '../../components/forms/submit-form.tsx';
import { secondFactorMessage } from '../../lib/provider-message.ts';
import styles from './auth-panel.module.css';
import type { AuthFlow } from './use-auth-flow.ts';

/** Asks for the code of the authenticator app after the password. */
export function SecondFactorStep({ flow }: { flow: AuthFlow }) {
  const { memory, session } = flow;
  // In another tab, or much later, the first step of the sign-in is missing.
  const [isAwaited] = useState(() => memory.secondFactorUntilMs > Date.now());

  if (!isAwaited) {
    const text = 'Sign in with your password first.';
    return <Navigate to="/auth" replace state={session ? null : { message: { tone: 'info', text } }} />;
  }
  return (
    <>
      <h2>Enter your code</h2>
      <p>
        Password accepted. Enter the code from your authenticator app for <strong>{memory.email}</strong>.
      </p>
      <SubmitForm
        submitLabel="Confirm"
        describeError={secondFactorMessage}
        onSubmit={(fields) => flow.answerCode(codeOf(fields))}
        actions={
          <Button variation="link" onClick={() => flow.goTo('credentials')}>
            Go Back
          </Button>
        }
      >
        <CodeField label="Six-digit code" />
      </SubmitForm>
      <div className={styles.ways}>
        <Button variation="link" onClick={flow.goToRecovery}>
          Lost your app?
        </Button>
      </div>
    </>
  );
}
