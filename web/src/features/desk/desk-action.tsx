import { TextField } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import { maxReasonLength } from '../../../../contract/rules/desk-rules.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { ActionButton } from '../../components/forms/action-button.tsx';
import { FormMessage } from '../../components/forms/form-message.tsx';
import { SubmitForm, textOf } from '../../components/forms/submit-form.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { messageOf } from '../../lib/message-of.ts';
import styles from './desk.module.css';
import { useConclude } from './use-reading.tsx';

/** The fields that every action of the desk sends. */
export interface ActionRequest {
  /** The same when the request is repeated. */
  actionId: string;
  /** Empty if the action needs none. */
  reason: string;
}

interface Conclusion<Result> {
  /** Only the button that opens the form shows an ellipsis at its end. */
  label: string;
  /** The sentence that the view announces after it has read its data again. */
  outcome?: string | ((result: Result) => string);
  /** Replaces the conclusion of the view. */
  onDone?: (result: Result) => Promise<void>;
  /** Replaces the conclusion of the view for a conflict. */
  onConflict?: () => Promise<void>;
}

interface DeskActionProps<Result> extends Conclusion<Result> {
  /** A sentence about the result, if the button remains. */
  done?: string;
  /** Runs before the form opens. May return another label for its button. */
  prepare?: () => Promise<string>;
  act: (request: ActionRequest, fields: FormData) => Promise<Result>;
  /** For an action whose own fields explain it, such as an answer to feedback. */
  needsNoReason?: true;
  /** Fields in addition to the reason. */
  children?: Elements;
}

/** A button that opens a form for a reason or other fields, and then acts. */
export function DeskAction<Result>(props: DeskActionProps<Result>) {
  const { label, done, prepare, act, needsNoReason, children } = props;
  const [actionId, setActionId] = useState<string | null>(null);
  /** Acts on the state that the form opened with, because the page may have changed since. */
  const [actAsSeen, setActAsSeen] = useState<typeof act | null>(null);
  const [preparedLabel, setPreparedLabel] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  const { run, isBusy, failure } = useAction();
  const { attempt, conclude } = useConclusion(props);
  const button = useFocusAfterForm(actionId !== null);

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
    const request = { actionId, reason: textOf(fields, 'reason') };
    const result = await attempt(
      () => (actAsSeen ?? act)(request, fields),
      // The admin sees the conflict and decides again about the current state.
      () => setActAsSeen(null),
    );
    setActionId(null);
    setIsDone(true);
    await conclude(result);
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
      submitLabel={preparedLabel ?? label.replace(/…$/, '')}
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

interface DirectActionProps<Result> extends Conclusion<Result> {
  act: (request: { actionId: string }) => Promise<Result>;
  look?: 'primary';
}

/** A button that acts at once: for changes that harm nobody and need no reason. */
export function DirectAction<Result>({ look, ...props }: DirectActionProps<Result>) {
  const { attempt, conclude } = useConclusion(props);
  /** The same when a request is repeated. */
  const actionId = useRef<string>(null);

  async function actOnce() {
    actionId.current ??= crypto.randomUUID();
    const request = { actionId: actionId.current };
    const result = await attempt(() => props.act(request));
    actionId.current = null;
    await conclude(result);
  }

  return (
    <ActionButton look={look ?? 'quiet'} act={actOnce}>
      {props.label}
    </ActionButton>
  );
}

/** The view announces the result of an action, or the conflict that refused it, with the data that it reads again. */
function useConclusion<Result>({ outcome = '', onDone, onConflict }: Conclusion<Result>) {
  const announce = useConclude(onDone !== undefined && onConflict !== undefined);
  return {
    async attempt(act: () => Promise<Result>, onRefusal?: () => void): Promise<Result> {
      try {
        return await act();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'aborted') {
          onRefusal?.();
          // The form may disappear with its own message.
          await (onConflict ? onConflict() : announce(messageOf(error)));
        }
        throw error;
      }
    },
    conclude: (result: Result): Promise<void> =>
      onDone?.(result) ?? announce(typeof outcome === 'string' ? outcome : outcome(result)),
  };
}

/** Returns the focus of a removed form to its button, unless the admin has moved it. */
export function useFocusAfterForm(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

/** A sentence at the top of the form of an action: what the action does. It takes the focus of the button that opened the form. */
export function Consequence({ children }: { children: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <p ref={place} tabIndex={-1} className={styles.consequence}>
      {children}
    </p>
  );
}
