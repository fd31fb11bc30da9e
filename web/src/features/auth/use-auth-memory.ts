import { useEffect, useRef, useState } from 'react';
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

  // Only in memory. The tab that registered signs in automatically once the address is confirmed.
  const knownCredentials = useRef<Credentials | null>(null);

  return {
    memory,
    setMemory,
    knownCredentials,
    remember(change: Partial<AuthMemory>): void {
      setMemory((known) => ({ ...known, ...change }));
    },
    forget(): void {
      knownCredentials.current = null;
      setMemory(emptyMemory);
      storeMemory(emptyMemory);
    },
  };
}
