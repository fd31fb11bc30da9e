import { useEffect, useState } from 'react';
import { refusesStorage } from '../../lib/stored-text.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A sentence for people who expect to be signed in; empty if this device gives no reason. */
export function useSignedOutReason(): string {
  const [isClockWrong, setClockWrong] = useState(false);
  useEffect(() => {
    fetch('/config.json', { method: 'HEAD', cache: 'no-store' }).then(
      ({ headers }) => {
        // Without the header, the difference is not a number.
        setClockWrong(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now()) > dayMs);
      },
      () => {
        // Without a response, the clock counts as right.
      },
    );
  }, []);
  if (refusesStorage('local'))
    return ' This browser keeps no data of this site, so a sign-in ends with the page.';
  return isClockWrong
    ? ' The clock of this device is wrong by more than a day. Set it first, because it decides when a sign-in ends.'
    : '';
}
