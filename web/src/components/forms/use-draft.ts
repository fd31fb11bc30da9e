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
  const [storedAtFirst] = useState(() => readStored(storage, key));
  const [draft, setDraft] = useState(() => read(storedAtFirst));
  const latest = useRef(draft);
  const latestStored = useRef(storedAtFirst);

  useEffect(() => {
    function adopt(stored: string | null) {
      if (stored === latestStored.current) return;
      latestStored.current = stored;
      latest.current = read(stored);
      setDraft(latest.current);
    }
    function follow(event: StorageEvent) {
      if (event.key === key) adopt(event.newValue);
    }
    window.addEventListener('storage', follow);
    // Another tab may have written after this one has read, and before it listens.
    adopt(readStored(storage, key));
    return () => window.removeEventListener('storage', follow);
  }, [storage, key, read]);

  function show(next: Draft, stored: string | null) {
    latest.current = next;
    latestStored.current = stored;
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
