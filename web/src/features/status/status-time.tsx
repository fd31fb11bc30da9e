const local = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const inUtc = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A time in the zone of the reader, and in UTC: "Nov 28, 2026, 5:02 PM GMT+1 (Nov 28, 16:02 UTC)". */
export function StatusTime({ at }: { at: string }) {
  const date = new Date(at);
  const own = local.format(date);
  return <time dateTime={at}>{own.endsWith('UTC') ? own : `${own} (${inUtc.format(date)} UTC)`}</time>;
}
