import { Button } from '@aws-amplify/ui-react';
import type { FormEvent, ReactNode } from 'react';
import { FormMessage } from './form-message.tsx';
import styles from './submit-form.module.css';
import { useAction } from './use-action.ts';

interface SubmitFormProps {
  submitLabel: string;
  /** Gets the fields by name. What it throws is shown, in the words of `describeError`. */
  onSubmit: (fields: FormData) => Promise<void>;
  describeError: (error: unknown) => ReactNode;
  children: ReactNode;
  /** What else can be done, beside the submit button. */
  actions?: ReactNode;
}

/** The one form of the signed-in and sign-in pages: fields, a button that can be pressed once, and what went wrong. */
export function SubmitForm({ submitLabel, onSubmit, describeError, children, actions }: SubmitFormProps) {
  const { run, isBusy, failure, forgetFailure } = useAction(describeError);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void run(() => onSubmit(fields));
  }

  return (
    // Whoever types is about to mend it: what was wrong then may not be wrong now.
    <form className={styles.form} onSubmit={submit} onInput={forgetFailure}>
      {children}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <div className={styles.actions}>
        <Button type="submit" variation="primary" aria-disabled={isBusy}>
          {submitLabel}
        </Button>
        {actions}
      </div>
    </form>
  );
}

/** A text field's content. Forms make sure by `required` that there is one. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
