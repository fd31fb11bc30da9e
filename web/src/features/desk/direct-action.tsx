import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { messageOf } from '../../lib/message-of.ts';

interface DirectActionProps {
  label: string;
  act: (request: { actionId: string }) => Promise<unknown>;
  onDone: () => Promise<void>;
}

/** A button that acts at once: for changes that harm nobody and need no reason. */
export function DirectAction({ label, act, onDone }: DirectActionProps) {
  const { run, isBusy, failure } = useAction(messageOf);
  /** The same when a request is repeated. */
  const actionId = useRef<string>(null);

  async function actOnce() {
    actionId.current ??= crypto.randomUUID();
    await act({ actionId: actionId.current });
    actionId.current = null;
    await onDone();
  }

  return (
    <>
      <Button look="quiet" isBusy={isBusy} onClick={() => void run(actOnce)}>
        {label}
      </Button>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
    </>
  );
}
