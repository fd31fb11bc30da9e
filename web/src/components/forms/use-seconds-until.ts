import { useEffect, useState } from 'react';

/** Counts down to a time in milliseconds since 1970; 0 once it has passed. */
export function useSecondsUntil(untilMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now);

  useEffect(() => {
    setNowMs(Date.now());
    const timer = setInterval(() => {
      setNowMs(Date.now());
      if (Date.now() >= untilMs) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [untilMs]);

  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
