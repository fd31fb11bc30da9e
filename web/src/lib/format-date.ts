const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2025-09-03T10:00:00Z` is "September 3, 2025". */
export function formatDate(isoDate: string): string {
  return inWords.format(new Date(isoDate));
}

const monthInWords = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `2025-09` is "Sep 2025". */
export function formatMonth(month: string): string {
  return monthInWords.format(new Date(`${month}-01`));
}
