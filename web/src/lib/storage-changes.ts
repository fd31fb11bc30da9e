/** For `useSyncExternalStore`: reports changes of stored values, in this tab and in others. */
export function storageChanges() {
  const listeners = new Set<() => void>();

  return {
    /** The browser's `storage` event reaches only other tabs. */
    notify(): void {
      for (const listener of listeners) listener();
    },

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      // A page that the back button restores has missed earlier events.
      window.addEventListener('pageshow', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
        window.removeEventListener('pageshow', listener);
      };
    },
  };
}
