import { Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { SubmitForm, textOf } from '../account/submit-form.tsx';
import { passwordRule } from './password-rule.ts';
import { providerMessage } from './provider-message.ts';

interface NewPasswordFormProps {
  email: string;
  /** From the link in the mail. */
  code?: string;
  onSubmit: (code: string, password: string) => Promise<void>;
  onGoBack: () => void;
}

export function NewPasswordForm({ email, code, onSubmit, onGoBack }: NewPasswordFormProps) {
  return (
    <>
      <h2>Choose a new password</h2>
      <p>
        For the account <strong>{email}</strong>.
      </p>
      <SubmitForm
        submitLabel="Change Password"
        describeError={providerMessage}
        onSubmit={(fields) => onSubmit(textOf(fields, 'code').trim(), textOf(fields, 'password'))}
        actions={
          <Button variation="link" onClick={onGoBack}>
            Go Back
          </Button>
        }
      >
        {/* For password managers: they save the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label="Code from the mail"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          defaultValue={code}
          isRequired
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          descriptiveText={passwordRule}
          isRequired
        />
      </SubmitForm>
    </>
  );
}
