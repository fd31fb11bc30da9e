import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** Hands an address to the programs of the visitor's device; null where that cannot be done. */
export function useShare(shared: { title: string; url: string }): (() => Promise<void>) | null {
  const [isRefused, setIsRefused] = useState(false);

  async function share() {
    try {
      await navigator.share(shared);
    } catch (error) {
      // A visitor who closes the list of programs has decided.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setIsRefused(true);
    }
  }

  return useHydrated() && 'share' in navigator && !isRefused ? share : null;
}
