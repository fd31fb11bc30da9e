/** Marks the page as hydrated: every button works. */
export const hydratedEvent = 'hydrated';

/**
 * Pages call it in an effect. Tests and monitors wait for the mark, the boot script for the event.
 */
export function announceHydrated(): void {
  document.documentElement.dataset.hydrated = '';
  // After the effects of this render: a repeated click may need what they set up.
  queueMicrotask(() => document.dispatchEvent(new Event(hydratedEvent)));
}
