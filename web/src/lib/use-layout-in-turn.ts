import { useEffect } from 'react';

/**
 * Lays out elements marked `data-layout="later"` (base.css), one after the other in the browser's
 * idle time. Elements near the view are laid out at once; all together would be a long task on a
 * phone during hydration.
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

/** After the current frame, so that no two elements share a frame. */
function idleMoment(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      // Safari does not support it yet.
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
      else setTimeout(resolve);
    });
  });
}
