import { Button, TextField } from '@aws-amplify/ui-react';
import { FormMessage } from '../account/form-message.tsx';
import { SubmitForm, textOf } from '../account/submit-form.tsx';
import { useAction } from '../account/use-action.ts';
import { providerMessage } from './provider-message.ts';

interface ConfirmFormProps {
  email: string;
  onSubmit: (code: string) => Promise<void>;
  /** The link in the mail was opened in another tab or on another device. */
  onConfirmedElsewhere: () => Promise<void>;
  onResend: () => Promise<void>;
  onGoBack: () => void;
}

export function ConfirmForm({ email, onSubmit, onConfirmedElsewhere, onResend, onGoBack }: ConfirmFormProps) {
  const { run, failure } = useAction(providerMessage);

  return (
    <>
      <h2>Confirm your e-mail address</h2>
      <p>
        We have sent a mail to <strong>{email}</strong>. Open the link in it, or type the code here.
      </p>
      <SubmitForm
        submitLabel="Confirm"
        describeError={providerMessage}
        onSubmit={(fields) => onSubmit(textOf(fields, 'code').trim())}
        actions={
          <Button variation="link" onClick={() => run(onResend)}>
            Resend code
          </Button>
        }
      >
        <TextField
          label="Confirmation code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          isRequired
        />
      </SubmitForm>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <Button variation="link" onClick={() => run(onConfirmedElsewhere)}>
        I have opened the link
      </Button>
      <Button variation="link" onClick={onGoBack}>
        Go Back
      </Button>
    </>
  );
}
