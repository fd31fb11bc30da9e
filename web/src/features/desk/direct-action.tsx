import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { ApiError } from '../../lib/api-error.ts';
import { messageOf } from '../../lib/message-of.ts';

interface DirectActionProps<Result> {
  label: string;
  act: (request: { actionId: string }) => Promise<Result>;
  onDone: (result: Result) => Promise<void>;
  /** Reloads the data after a conflict. Called with the refusal, because the button may disappear after the reload. */
  onConflict?: (refusal: string) => Promise<void>;
}

/** A button that acts at once: for changes that harm nobody and need no reason. */
export function DirectAction<Result>({ label, act, onDone, onConflict }: DirectActionProps<Result>) {
  const { run, isBusy, failure } = useAction();
  /** The same when a request is repeated. */
  const actionId = useRef<string>(null);

  async function actOnce() {
    actionId.current ??= crypto.randomUUID();
    const result = await act({ actionId: actionId.current }).catch(reportConflict);
    actionId.current = null;
    await onDone(result);
  }

  async function reportConflict(error: unknown): Promise<never> {
    if (error instanceof ApiError && error.code === 'aborted') await onConflict?.(messageOf(error));
    throw error;
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
