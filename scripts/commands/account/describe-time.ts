/**
 * A time for the team, rounded up to a minute: in UTC, as in logs, and as clocks show it here.
 * @param timeZone by default the one of this machine
 */
export function describeTime(time: Date, timeZone?: string): string {
  const minuteMs = 60 * 1000;
  const minute = new Date(Math.ceil(time.getTime() / minuteMs) * minuteMs);
  const utc = `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const here = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  }).format(minute);
  return `${utc} (here ${here})`;
}
