import { useEffect } from 'react';

/**
 * Lays out what is marked `data-layout="later"` (base.css), one element after the other in the browser's idle moments. What comes near the
 * view before its turn is laid out at once; all together would be a long task on a phone that has just begun to answer.
 */
export function useLayoutInTurn(): void {
  useEffect(() => {
    const ending = new AbortController();
    layOutInTurn(ending.signal);
    return () => ending.abort();
  }, []);
}

async function layOutInTurn(signal: AbortSignal): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('[data-layout="later"]')) {
    await idleMoment();
    if (signal.aborted) return;
    element.dataset.layout = 'done';
  }
}

/** After the frame that is being made, so that no two elements fall into the same one. */
function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      // Safari does not have it yet.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
      else setTimeout(resolve);
    });
  });
}
