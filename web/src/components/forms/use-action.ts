import { type ReactNode, useRef, useState } from 'react';

/** Runs what a button does, one run at a time, and keeps what went wrong. */
export function useAction(describeError: (error: unknown) => ReactNode) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>(null);
  // State reaches the next click only after a render; a double click can be faster.
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
