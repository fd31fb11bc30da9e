/** A time that the team chose, with the zone in which it chose it. */
export interface ZonedTime {
  /** ISO 8601, UTC. */
  at: string;
  /** The name in the IANA database, such as `Europe/Berlin`. */
  timeZone: string;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The time at which clocks in the zone show a wall time, or a sentence about why there is none. Returns the earlier of two such times.
 * @param wallTime in the format of a `datetime-local` field: `2026-12-01T09:30`
 */
export function timeFromClock(
  wallTime: string,
  timeZone: string,
): { time: ZonedTime; isFirstOfTwo: boolean } | { problem: string } {
  const wallMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wallTime) ? Date.parse(`${wallTime}Z`) : Number.NaN;
  if (Number.isNaN(wallMs)) return { problem: 'Enter a date and a time.' };
  if (!isTimeZone(timeZone)) return { problem: `There is no time zone ${timeZone}.` };
  // Clocks change at most once within two days.
  const offsets = new Set([wallMs - dayMs, wallMs + dayMs].map((ms) => offsetMs(ms, timeZone)));
  const times = [...offsets]
    .map((offset) => wallMs - offset)
    .filter((ms) => ms + offsetMs(ms, timeZone) === wallMs)
    .sort((left, right) => left - right);
  const [first] = times;
  if (first === undefined)
    return {
      problem: `Clocks in ${timeZone} skip ${wallTime.slice(11)} on ${wallTime.slice(0, 10)}, because they are set forward. Choose another time.`,
    };
  return { time: { at: new Date(first).toISOString(), timeZone }, isFirstOfTwo: times.length > 1 };
}

/** The wall time of a zone in the format of a `datetime-local` field. */
export function clockOf({ at, timeZone }: ZonedTime): string {
  const ms = Date.parse(at);
  return new Date(ms + offsetMs(ms, timeZone)).toISOString().slice(0, 16);
}

/** `Tuesday, December 1, 2026 at 9:30 AM GMT+1 (Europe/Berlin)`. */
export function describeTime({ at, timeZone }: ZonedTime): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(new Date(at));
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at));
  return `${day} at ${time}${time.endsWith(timeZone) ? '' : ` (${timeZone})`}`;
}

/** A sentence about why nothing can be scheduled for a time; undefined if it can. */
export function problemOfSchedule(time: ZonedTime, nowMs: number): string | undefined {
  const aheadMs = Date.parse(time.at) - nowMs;
  if (aheadMs <= 0) return `${describeTime(time)} has passed. Choose a later time, or do it now.`;
  if (aheadMs > maxDaysAhead * dayMs)
    return `${describeTime(time)} is more than a year ahead. Choose an earlier time.`;
  return undefined;
}

/** The days of a leap year. */
const maxDaysAhead = 366;
const dayMs = 24 * 60 * 60 * 1000;

/** How far clocks in the zone are ahead of UTC at a time. */
function offsetMs(ms: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}
