/** Marks the page as hydrated: every button works. */
export const hydratedEvent = 'hydrated';

/**
 * Pages call it in an effect. Tests and monitors wait for the mark, the boot script for the event.
 */
export function announceHydrated(): void {
  document.documentElement.dataset.hydrated = '';
  // Runs after the effects of this render, because a repeated click may need their handlers.
  queueMicrotask(() => document.dispatchEvent(new Event(hydratedEvent)));
}
