import { hydratedEvent } from '../lib/hydrated.ts';

/** Whoever clicked longer ago than this has moved on; the answer would come out of the blue. */
const patienceMs = 10_000;

/**
 * Keeps the clicks on buttons that nothing listens to yet, and repeats them once the site does. Links need no keeping: they work by
 * themselves.
 */
export function keepClicks(): void {
  // By button: who presses again because nothing happened wants one answer.
  const kept = new Map<HTMLButtonElement, number>();
  const keep = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    // A form would be sent to nowhere, and React, while it is still taking over, would answer this click as well as the repeated one.
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
