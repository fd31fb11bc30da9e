import { useEffect, useState } from 'react';
import { isSiteStatus, type SiteStatus } from '../../../../contract/records/site-status.ts';
import { logQuietly } from '../../lib/log-quietly.ts';

interface Reading {
  /** The last one that could be read; null until then. */
  status: SiteStatus | null;
  hasFailed: boolean;
  /** The time on the clock of the server, because the clock of the visitor may be wrong. */
  now: Date;
}

const reloadMs = 60_000;

/** The public status, which is read again every minute. When reading fails, the last one stays and grows old. */
export function useStatus(file: string): Reading {
  const [reading, setReading] = useState<Reading>({ status: null, hasFailed: false, now: new Date() });

  useEffect(() => {
    const abort = new AbortController();
    let aheadMs = 0;
    async function read() {
      let status: SiteStatus | null = null;
      try {
        const response = await fetch(file, { signal: abort.signal, cache: 'no-cache' });
        aheadMs = clockOf(response) - Date.now();
        const content: unknown = await response.json();
        if (!isSiteStatus(content)) throw new Error('It has another format.');
        status = content;
      } catch (cause) {
        if (abort.signal.aborted) return;
        logQuietly('The status could not be read', cause);
      }
      setReading((before) => ({
        status: status ?? before.status,
        hasFailed: status === null,
        now: new Date(Date.now() + aheadMs),
      }));
    }
    void read();
    const timer = setInterval(() => void read(), reloadMs);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [file]);

  return reading;
}

/** The time at the server when it sent the response, which a cache may have kept for `Age` seconds. */
function clockOf({ headers }: Response): number {
  const sentAt = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1000;
  return Number.isNaN(sentAt) ? Date.now() : sentAt;
}
