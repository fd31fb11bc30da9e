const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' });

/** Formats a time with its time zone, because deadlines count from it. */
export function describeMoment(at: string): string {
  return inWords.format(new Date(at));
}
