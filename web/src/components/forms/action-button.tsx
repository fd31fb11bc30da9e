import { Button as FormPageButton } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from '../button.tsx';
import { FormMessage } from './form-message.tsx';
import { useAction } from './use-action.ts';

interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'isBusy'> {
  act: () => Promise<void>;
}

/** A button that acts at once, and shows why it could not. */
export function ActionButton({ act, ...props }: ActionButtonProps) {
  const { run, isBusy, failure } = useAction();
  return (
    <>
      <Button {...props} isBusy={isBusy} onClick={() => void run(act)} />
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}

interface FormActionProps {
  act: () => Promise<void>;
  describeError?: (error: unknown) => ReactNode;
  children: string;
}

/** The same among the forms of the sign-in and account pages. */
export function FormAction({ act, describeError, children }: FormActionProps) {
  const { run, isBusy, failure } = useAction(describeError);
  return (
    <>
      <FormPageButton aria-disabled={isBusy} onClick={() => void run(act)}>
        {children}
      </FormPageButton>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}
