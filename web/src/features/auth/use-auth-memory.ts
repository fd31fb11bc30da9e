import { useCallback, useEffect, useRef, useState } from 'react';
import { type AuthMemory, emptyMemory, readMemory, storeMemory } from './auth-memory.ts';
import type { Credentials } from './credentials-form.tsx';
import { returnPath } from './return-path.ts';
import type { AuthPlace } from './use-auth-place.ts';

export type KeptMemory = ReturnType<typeof useAuthMemory>;

/** Keeps the state that the steps share. */
export function useAuthMemory({ step, returnTo }: AuthPlace) {
  const [memory, setMemory] = useState(() =>
    // Later steps keep the state of the first one.
    step === 'credentials' ? { ...readMemory(), returnTo: returnPath(returnTo) } : readMemory(),
  );
  useEffect(() => {
    if (step !== 'credentials') storeMemory(memory);
  }, [step, memory]);

  // An action that began before the last change reads this.
  const latestMemory = useRef(memory);
  const remember = useCallback((change: Partial<AuthMemory>) => {
    latestMemory.current = { ...latestMemory.current, ...change };
    setMemory(latestMemory.current);
  }, []);

  // Only in memory. The tab that registered signs in automatically once the address is confirmed.
  const knownCredentials = useRef<Credentials | null>(null);

  return {
    memory,
    latestMemory,
    knownCredentials,
    remember,
    forget(): void {
      knownCredentials.current = null;
      latestMemory.current = emptyMemory;
      setMemory(emptyMemory);
      storeMemory(emptyMemory);
    },
  };
}
