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
