/** Says that the page on screen has been taken over: every button does what it says. */
export const hydratedEvent = 'hydrated';

/** To be called by the effect of a page. Tests and monitors find the mark, the boot script hears the event. */
export function announceHydrated(): void {
  document.documentElement.dataset.hydrated = '';
  // After the effects of this render: a click that is repeated now may need what they set up.
  queueMicrotask(() => document.dispatchEvent(new Event(hydratedEvent)));
}
