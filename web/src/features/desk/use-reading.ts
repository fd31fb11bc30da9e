import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/message-of.ts';
import type { Answer } from '../../lib/use-answer.ts';

/**
 * Reads data for the desk, and again after each action. A response stays visible while it is reloaded.
 * @param read must be stable while the data is the same
 * @returns a `reload` whose promise resolves when the newest response is shown, even if a later `reload` has replaced this one
 */
export function useReading<Value>(read: () => Promise<Value>): {
  answer: Answer<Value>;
  reload: () => Promise<void>;
  /** Replaces the response, unless a later request has replaced it. */
  replace: (answer: Value, by: Value) => void;
} {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(0);
  const newest = useRef(Promise.resolve());
  const reload = useCallback(() => {
    latest.current += 1;
    const own = latest.current;
    const isOutdated = () => own !== latest.current;
    async function readOnce() {
      try {
        const answer = await read();
        // A later request has replaced this one.
        if (isOutdated()) return newest.current;
        setValue(answer);
        setFailure(null);
      } catch (error) {
        if (isOutdated()) return newest.current;
        setFailure(messageOf(error));
      }
    }
    newest.current = readOnce();
    return newest.current;
  }, [read]);
  useEffect(() => void reload(), [reload]);
  const askAgain = () => {
    setFailure(null);
    void reload();
  };
  const replace = (answer: Value, by: Value) => setValue((shown) => (shown === answer ? by : shown));
  return { answer: { value, failure, askAgain, reloadFailure: failure }, reload, replace };
}
