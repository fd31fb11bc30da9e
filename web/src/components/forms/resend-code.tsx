import { Button } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { providerMessage } from '../../lib/provider-message.ts';
import { FormMessage } from './form-message.tsx';
import styles from './resend-code.module.css';
import { useAction } from './use-action.ts';

const waitMs = 60 * 1000;

interface ResendCodeProps {
  /** Empty while the visitor still has to type it. */
  email: string;
  /** When the last code was sent, in milliseconds since 1970. */
  sentAtMs: number;
  onSend: () => Promise<void>;
}

/** Sends another code, at the earliest a minute after the last one, because email can be slow. */
export function ResendCode({ email, sentAtMs, onSend }: ResendCodeProps) {
  const secondsLeft = useSecondsUntil(sentAtMs + waitMs);
  const { run, isBusy, failure } = useAction(providerMessage);
  const [news, setNews] = useState<string | null>(null);

  async function send(): Promise<void> {
    if (secondsLeft > 0) return setNews(`Wait ${secondsLeft} more seconds before you request another code.`);
    if (!email) return setNews('Enter your email address first.');
    setNews(null);
    await onSend();
    setNews('We sent you a new code. Check your inbox.');
  }

  return (
    <>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      {news && !failure && <FormMessage tone="info">{news}</FormMessage>}
      <p className={styles.resend}>
        No email?
        <Button
          variation="link"
          aria-disabled={isBusy || secondsLeft > 0}
          className={styles.button}
          data-waits={secondsLeft > 0}
          onClick={() => run(send)}
        >
          Resend code
        </Button>
        {/* Screen readers read the seconds with the button, not every second. */}
        {secondsLeft > 0 && <span aria-hidden="true">{`in ${secondsLeft} s`}</span>}
      </p>
    </>
  );
}

/** Counts down to a time in milliseconds since 1970; 0 once it has passed. */
function useSecondsUntil(untilMs: number): number {
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
