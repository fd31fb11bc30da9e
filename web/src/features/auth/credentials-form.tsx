import { Button, PasswordField, TextField } from '@aws-amplify/ui-react';
import { SubmitForm, textOf } from '../account/submit-form.tsx';
import { passwordRule } from './password-rule.ts';
import { providerMessage } from './provider-message.ts';

export interface Credentials {
  email: string;
  password: string;
}

interface CredentialsFormProps {
  /** Kept outside, so that it is still there on the other tab. */
  email: string;
  onEmailChange: (email: string) => void;
  submitLabel: string;
  passwordAutoComplete: 'current-password' | 'new-password';
  onSubmit: (credentials: Credentials) => Promise<void>;
  onForgotPassword?: () => void;
}

/** E-mail and password: signing in and registering ask for the same. */
export function CredentialsForm({
  email,
  onEmailChange,
  submitLabel,
  passwordAutoComplete,
  onSubmit,
  onForgotPassword,
}: CredentialsFormProps) {
  return (
    <SubmitForm
      submitLabel={submitLabel}
      describeError={providerMessage}
      onSubmit={(fields) =>
        onSubmit({ email: textOf(fields, 'email').trim(), password: textOf(fields, 'password') })
      }
      actions={
        onForgotPassword && (
          <Button variation="link" onClick={onForgotPassword}>
            Forgot Password
          </Button>
        )
      }
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
        isRequired
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={passwordAutoComplete}
        descriptiveText={passwordAutoComplete === 'new-password' && passwordRule}
        isRequired
      />
    </SubmitForm>
  );
}
