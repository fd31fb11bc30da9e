const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2025-09-03T10:00:00Z` is "September 3, 2025". */
export function formatDate(isoDate: string): string {
  return inWords.format(new Date(isoDate));
}
