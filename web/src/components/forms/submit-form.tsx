import { Button } from '@aws-amplify/ui-react';
import type { FormEvent, ReactNode } from 'react';
import type { Elements } from '../elements.ts';
import { Spinner } from '../spinner.tsx';
import { FormMessage } from './form-message.tsx';
import styles from './submit-form.module.css';
import { useAction } from './use-action.ts';

interface SubmitFormProps {
  submitLabel: string;
  /** Called with the fields by name. The form shows its error with `describeError`. */
  onSubmit: (fields: FormData) => Promise<void>;
  describeError?: ((error: unknown) => ReactNode) | undefined;
  children: Elements;
  /** Other actions, next to the submit button. */
  actions?: Elements;
}

/** The form of the sign-in and account pages: fields, a button that submits once, and the error. */
export function SubmitForm({ submitLabel, onSubmit, describeError, children, actions }: SubmitFormProps) {
  const { run, isBusy, failure, forgetFailure } = useAction(describeError);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void run(() => onSubmit(fields));
  }

  return (
    // The visitor is correcting the input, so the error may no longer apply.
    <form className={styles.form} onSubmit={submit} onInput={forgetFailure}>
      {children}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <FormActions>
        <Button type="submit" variation="primary" aria-disabled={isBusy}>
          {isBusy && <Spinner />}
          <span>{submitLabel}</span>
        </Button>
        {actions}
      </FormActions>
    </form>
  );
}

/** A row of buttons. */
export const FormActions = ({ children }: { children: Elements }) => (
  <div className={styles.actions}>{children}</div>
);

/** The value of a text field, which `required` guarantees. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
