const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' });

/** The time with its zone, because a statement counts from it. */
export function describeMoment(at: string): string {
  return inWords.format(new Date(at));
}
