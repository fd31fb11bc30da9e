/** The site has taken over the page: every button does what it says. */
export const hydratedEvent = 'hydrated';

/**
 * Keeps the clicks on buttons that nothing listens to yet, and repeats them once the site does. Links need no keeping: they work by
 * themselves.
 */
export function keepClicks(): void {
  const kept: HTMLElement[] = [];
  const keep = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!button) return;
    // A form would be sent to nowhere, and React, while it is still taking over, would answer this click as well as the repeated one.
    event.preventDefault();
    event.stopPropagation();
    kept.push(button);
  };
  document.addEventListener('click', keep, true);
  document.addEventListener(
    hydratedEvent,
    () => {
      document.removeEventListener('click', keep, true);
      for (const button of kept) button.click();
    },
    { once: true },
  );
}
