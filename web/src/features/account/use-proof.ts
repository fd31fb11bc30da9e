import { useEffect, useRef, useState } from 'react';
import { codeOf } from '../../components/forms/code-field.tsx';
import { textOf } from '../../components/forms/submit-form.tsx';
import { loadIdentityProvider } from '../../lib/load-identity-provider.ts';
import { passkeyMessage, secondFactorMessage } from '../../lib/provider-message.ts';

/**
 * The steps in which the owner of the account proves their identity: the password and perhaps a code,
 * or a passkey.
 * @param onProven the protected action
 */
export function useProof(onProven: (fields: FormData) => Promise<void>) {
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [failure, setFailure] = useState<string | null>(null);
  const typedFields = useRef(new FormData());
  /** Holds the form with the password and the other fields. */
  const place = useRef<HTMLDivElement>(null);
  const beginAttempt = useAttempts();

  async function submitPassword(fields: FormData) {
    setFailure(null);
    const isLatest = beginAttempt();
    const { reauthenticate } = await loadIdentityProvider();
    const outcome = await reauthenticate(textOf(fields, 'password'));
    if (!isLatest()) return;
    if (outcome === 'done') return onProven(fields);
    typedFields.current = fields;
    setStep('code');
  }

  async function submitPasskey() {
    setFailure(null);
    const fields = completedFields(place.current?.querySelector('form'));
    if (!fields) return;
    const isLatest = beginAttempt();
    const { reauthenticateWithPasskey } = await loadIdentityProvider();
    try {
      await reauthenticateWithPasskey();
      if (isLatest()) await onProven(fields);
    } catch (error) {
      if (step === 'password') throw error;
      // Amplify no longer has the password that the code completes.
      if (isLatest()) askAgain(passkeyMessage(error));
    }
  }

  async function submitCode(fields: FormData) {
    const code = codeOf(fields);
    const isLatest = beginAttempt();
    const { answerSecondFactor } = await loadIdentityProvider();
    try {
      await answerSecondFactor(code);
      if (isLatest()) await onProven(typedFields.current);
    } catch (error) {
      // A wrong code can be tried again. After any other error this proof is used up, and the
      // fields may need a change.
      if (isWrongCode(error)) throw error;
      askAgain(describeRefusal(error));
    }
  }

  function askAgain(reason: string) {
    setFailure(reason);
    setStep('password');
  }

  return { step, failure, place, submitPassword, submitPasskey, submitCode };
}

/** Only the latest attempt counts. Going back ends it, even if the browser still prompts for a passkey. */
function useAttempts() {
  const attempts = useRef(0);
  useEffect(
    () => () => {
      attempts.current += 1;
    },
    [],
  );
  return function beginAttempt(): () => boolean {
    attempts.current += 1;
    const own = attempts.current;
    return () => own === attempts.current;
  };
}

/** The fields except the password. Null if one is not complete; the browser says which. */
function completedFields(form: HTMLFormElement | null | undefined): FormData | null {
  if (!form) return null;
  const inputs = [...form.querySelectorAll('input')].filter(({ name }) => name !== 'password');
  return inputs.every((input) => input.reportValidity()) ? new FormData(form) : null;
}

function isWrongCode(error: unknown): boolean {
  return error instanceof Error && ['CodeMismatchException', 'ExpiredCodeException'].includes(error.name);
}

export function describeRefusal(error: unknown): string {
  const message = secondFactorMessage(error);
  // The provider's message is about a sign-in; this form asked only for the password.
  return message.startsWith('Incorrect username or password') ? 'Incorrect password.' : message;
}
