import { useState } from 'react';
import { useHydrated } from './use-hydrated.ts';

/** Opens the device's share menu with an address; null where there is none. */
export function useShare(shared: { title: string; url: string }): (() => Promise<void>) | null {
  const [isRefused, setIsRefused] = useState(false);

  async function share() {
    try {
      await navigator.share(shared);
    } catch (error) {
      // The visitor closed the share menu.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setIsRefused(true);
    }
  }

  return useHydrated() && 'share' in navigator && !isRefused ? share : null;
}
