const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `2025-09-03T10:00:00Z` is "Sep 3, 2025, 10:00 AM UTC". The team compares it with logs, which are in UTC. */
export function utcTime(at: string): string {
  return `${format.format(new Date(at))} UTC`;
}
