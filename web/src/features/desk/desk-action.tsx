import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { maxReasonLength } from '../../../../contract/rules/desk-rules.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { messageOf } from '../../lib/message-of.ts';

/** The fields that every action of the desk sends. */
interface ActionRequest {
  /** The same when the request is repeated. */
  actionId: string;
  /** Empty if the action needs none. */
  reason: string;
}

interface DeskActionProps {
  label: string;
  /** A sentence about the result, if the button remains. */
  done?: string;
  /** Runs before the form opens. May return another label for its button. */
  prepare?: () => Promise<string>;
  act: (request: ActionRequest, fields: FormData) => Promise<unknown>;
  onDone: () => Promise<void>;
  /** Reloads the data after a conflict. Called with the refusal, because the form may disappear after the reload. */
  onConflict?: (refusal: string) => Promise<void>;
  /** For an action whose own fields explain it, such as an answer to feedback. */
  needsNoReason?: true;
  /** Fields in addition to the reason. */
  children?: Elements;
}

/** A button that opens a form for a reason or other fields, and then acts. */
export function DeskAction(props: DeskActionProps) {
  const { label, done, prepare, act, onDone, onConflict, needsNoReason, children } = props;
  const [actionId, setActionId] = useState<string | null>(null);
  /** Acts on the state that the form opened with, because the page may have changed since. */
  const [actAsSeen, setActAsSeen] = useState<typeof act | null>(null);
  const [preparedLabel, setPreparedLabel] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const { run, isBusy, failure } = useAction();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  // Returns the focus of the removed form to the button, unless the admin has moved it.
  useEffect(() => {
    if (wasOpen.current && !actionId && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = actionId !== null;
  }, [actionId]);

  function open() {
    setActionId(crypto.randomUUID());
    setActAsSeen(() => act);
  }

  async function prepareAndOpen(ready: () => Promise<string>) {
    setPreparedLabel(await ready());
    open();
  }

  async function submit(fields: FormData) {
    if (!actionId) return;
    try {
      await (actAsSeen ?? act)({ actionId, reason: textOf(fields, 'reason') }, fields);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'aborted') {
        // The admin sees the conflict and decides again about the current state.
        setActAsSeen(null);
        await onConflict?.(messageOf(error));
      }
      throw error;
    }
    setActionId(null);
    setIsDone(true);
    await onDone();
  }

  if (!actionId)
    return (
      <>
        <Button
          ref={button}
          look="quiet"
          isBusy={isBusy}
          onClick={prepare ? () => void run(() => prepareAndOpen(prepare)) : open}
        >
          {label}
        </Button>
        {failure && <FormMessage tone="error">{failure}</FormMessage>}
        {isDone && done && <Notice tone="success">{done}</Notice>}
      </>
    );
  return (
    <SubmitForm
      submitLabel={preparedLabel ?? label}
      onSubmit={submit}
      actions={
        <Button look="quiet" onClick={() => setActionId(null)}>
          Cancel
        </Button>
      }
    >
      {children}
      {!needsNoReason && (
        <TextField
          label="Reason"
          name="reason"
          autoComplete="off"
          maxLength={maxReasonLength}
          isRequired
          autoFocus
        />
      )}
    </SubmitForm>
  );
}
