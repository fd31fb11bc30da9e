import { useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '../../lib/stored-text.ts';

interface DraftPlace<Draft> {
  /** `session` ends with the tab; `local` persists and is shared by all tabs. */
  storage: 'local' | 'session';
  key: string;
  /** Parses the stored draft; creates a new one if nothing valid is stored. */
  read: (stored: string | null) => Draft;
}

/** A text in progress, saved with every change so that a reload loses nothing. */
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
    // Another tab may have written between this read and the listener.
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
    /** Starts a new draft, unless the draft has changed since. */
    discard: (sent: Draft) => {
      if (latest.current === sent) show(read(null), null);
    },
  };
}
