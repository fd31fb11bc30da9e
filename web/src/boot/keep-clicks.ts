import { hydratedEvent } from '../lib/hydrated.ts';

/** Older clicks are dropped: a late reaction would surprise the visitor. */
const patienceMs = 10_000;

/**
 * Keeps the clicks on buttons that have no listener yet, and repeats them after hydration. Links
 * work without code.
 */
export function keepClicks(): void {
  // Repeated presses of one button count once.
  const kept = new Map<HTMLButtonElement, number>();
  const keep = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    // The browser would submit the form without a handler, and React would handle this click during
    // hydration and again when it is repeated.
    event.preventDefault();
    event.stopPropagation();
    kept.set(button, performance.now());
    button.ariaBusy = 'true';
  };
  document.addEventListener('click', keep, true);
  document.addEventListener(
    hydratedEvent,
    () => {
      document.removeEventListener('click', keep, true);
      for (const [button, clickedAt] of kept) {
        button.ariaBusy = null;
        if (button.isConnected && performance.now() - clickedAt < patienceMs) button.click();
      }
    },
    { once: true },
  );
}
