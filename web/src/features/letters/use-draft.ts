import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../lib/stored-text.ts';

interface DraftPlace<Draft> {
  /** `session` ends with the tab; `local` stays, and is the same in all tabs. */
  storage: 'local' | 'session';
  key: string;
  /** Makes a draft of what is stored; a new one if nothing is, or nothing that belongs here. */
  read: (stored: string | null) => Draft;
}

/** What somebody writes, kept from one letter to the next so that a reload loses nothing. */
export function useDraft<Draft>({ storage, key, read }: DraftPlace<Draft>) {
  const [draft, setDraft] = useState(() => read(readStored(storage, key)));
  const latest = useRef(draft);

  useEffect(() => {
    function follow(event: StorageEvent) {
      if (event.key !== key) return;
      latest.current = read(event.newValue);
      setDraft(latest.current);
    }
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [key, read]);

  function show(next: Draft, stored: string | null) {
    latest.current = next;
    setDraft(next);
    writeStored(storage, key, stored);
  }

  return {
    draft,
    change: (next: Draft) => show(next, JSON.stringify(next)),
    /** Begins anew, unless it has changed since it was this one. */
    discard: (sent: Draft) => {
      if (latest.current === sent) show(read(null), null);
    },
  };
}
