import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/message-of.ts';
import type { Answer } from '../../lib/use-answer.ts';

/**
 * Reads something from the desk, and again after each action. An answer stays visible while it is read again.
 * @param read keep its identity while it reads the same thing
 */
export function useReading<Value>(read: () => Promise<Value>): {
  answer: Answer<Value>;
  reload: () => Promise<void>;
} {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(0);
  const reload = useCallback(async () => {
    latest.current += 1;
    const own = latest.current;
    // A later request has replaced this one.
    const isOutdated = () => own !== latest.current;
    try {
      const answer = await read();
      if (isOutdated()) return;
      setValue(answer);
      setFailure(null);
    } catch (error) {
      if (!isOutdated()) setFailure(messageOf(error));
    }
  }, [read]);
  useEffect(() => void reload(), [reload]);
  const askAgain = () => {
    setFailure(null);
    void reload();
  };
  return { answer: { value, failure, askAgain }, reload };
}
