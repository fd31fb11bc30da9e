import { Button, TextField } from '@aws-amplify/ui-react';
import { SubmitForm, textOf } from '../account/submit-form.tsx';
import { providerMessage } from './provider-message.ts';

interface ForgotPasswordFormProps {
  email: string;
  onSubmit: (email: string) => Promise<void>;
  onGoBack: () => void;
}

export function ForgotPasswordForm({ email, onSubmit, onGoBack }: ForgotPasswordFormProps) {
  return (
    <>
      <h2>Forgot your password?</h2>
      <p>We send you a mail with a link and a code to choose a new one.</p>
      <SubmitForm
        submitLabel="Send"
        describeError={providerMessage}
        onSubmit={(fields) => onSubmit(textOf(fields, 'email').trim())}
        actions={
          <Button variation="link" onClick={onGoBack}>
            Go Back
          </Button>
        }
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          isRequired
        />
      </SubmitForm>
    </>
  );
}
