import { useSyncExternalStore } from 'react';

let pendingCount = 0;
const listeners = new Set<() => void>();

/** Marks a page as pending while its code loads. */
export async function whilePending<Result>(loading: Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await loading;
  } finally {
    change(-1);
  }
}

/**
 * True while the code of the page in the address bar loads. The router still shows the previous
 * page.
 */
export function usePendingPage(shownKey: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => pendingCount > 0 && (history.state?.key ?? 'default') !== shownKey,
    () => false,
  );
}

function change(by: number): void {
  pendingCount += by;
  notifyPendingPages();
}

/** Call it when React renders a page that may already have been loading. */
export function notifyPendingPages(): void {
  // React is rendering now; another render must not start before it ends.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
