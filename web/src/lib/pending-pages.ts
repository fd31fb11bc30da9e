import { useSyncExternalStore } from 'react';

let pendingCount = 0;
const listeners = new Set<() => void>();

/** Counts a page whose code is on its way, until it has arrived or failed. */
export async function whilePending<Result>(loading: Promise<Result>): Promise<Result> {
  change(1);
  try {
    return await loading;
  } finally {
    change(-1);
  }
}

/** True while the code of the page of the address is on its way. The router still shows the page before. */
export function usePendingPage(shownKey: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => pendingCount > 0 && (history.state?.key ?? 'default') !== shownKey,
    () => false,
  );
}

function change(by: number): void {
  pendingCount += by;
  lookAgain();
}

/** To be called when a page is asked for that may have been on its way before. */
export function lookAgain(): void {
  // A page is asked for while React renders, which must not be interrupted by another render.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
