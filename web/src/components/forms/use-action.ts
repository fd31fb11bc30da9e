import { type ReactNode, useRef, useState } from 'react';
import { messageOf } from '../../lib/message-of.ts';

/** Runs the action of a button, one run at a time, and keeps its error. */
export function useAction(describeError: (error: unknown) => ReactNode = messageOf) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  // A double click can be faster than the render that updates the state.
  const isRunning = useRef(false);

  async function run(action: () => Promise<void>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure(describeError(error));
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  }

  return { run, isBusy, failure, forgetFailure: () => setFailure(null) };
}
