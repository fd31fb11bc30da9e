/** The parts of the site that the status page lists, in its order. */
export const statusComponents = ['pages', 'signIn', 'checkout', 'downloads', 'email'] as const;

export type StatusComponent = (typeof statusComponents)[number];

export const statusComponentNames: Record<StatusComponent, string> = {
  pages: 'Pages',
  signIn: 'Sign-in and account',
  checkout: 'Checkout',
  downloads: 'Downloads and updates',
  email: 'Email',
};

/** "Checkout" or "Sign-in and account, Checkout". */
export const namesOf = (components: readonly StatusComponent[]): string =>
  components.map((component) => statusComponentNames[component]).join(', ');

/** How many days the page shows, including today. Incidents that ended earlier are removed. */
export const statusDays = 90;

/** A problem that returns within this time is the same incident. */
export const quietMinutes = 30;

/** The time between two checks without an event. */
export const checkMinutes = 5;

/** From this age on, a status says nothing about now: three checks are missing, or the page is from a cache. */
export const freshMinutes = 3 * checkMinutes;

/** The longest sentence of the team about an incident. */
export const maxStatusSentence = 500;
