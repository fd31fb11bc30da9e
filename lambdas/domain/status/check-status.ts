import { isTeamPeriod, type SiteStatus, type StatusPeriod } from '../../../contract/records/site-status.ts';
import { type StatusComponent, statusComponents } from '../../../contract/rules/status-rules.ts';
import { deriveStatus } from './derive-status.ts';

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

interface SeenAlarm {
  /** Its name without the name of the site. */
  source: string;
  components: StatusComponent[];
  state: AlarmState;
  since: Date;
}

export interface StateChange {
  source: string;
  at: Date;
  from: AlarmState;
  to: AlarmState;
}

/** All alarms about a component, and their changes since the time that `readSince` returns. */
export interface SeenAlarms {
  alarms: SeenAlarm[];
  changes: StateChange[];
}

const hourMs = 60 * 60 * 1000;

/** CloudWatch keeps the history of alarms for 30 days. */
const historyMs = 29 * 24 * hourMs;

/** The time from which a check reads changes: an hour before the previous check, in case the history was late. */
export function readSince(previous: SiteStatus | undefined, now: Date): Date {
  const last = previous ? Date.parse(previous.checkedAt) - hourMs : now.getTime();
  return new Date(Math.max(last, now.getTime() - historyMs));
}

/**
 * The status after a check. It follows from the states in CloudWatch and not from events, so the number and order of previous checks do not
 * matter, as long as two are not a month apart.
 */
export function checkStatus(
  previous: SiteStatus | undefined,
  { alarms, changes }: SeenAlarms,
  now: Date,
): SiteStatus {
  const checkedAt = now.toISOString();
  const since = readSince(previous, now);
  const last = previous?.checkedAt ?? checkedAt;
  const found = alarms.flatMap((alarm) =>
    periodsOf(
      alarm,
      changes.filter(({ source }) => source === alarm.source),
      since,
    ),
  );
  const ofState = (state: AlarmState) =>
    found.flatMap(({ period, ...each }) => (each.state === state ? period : []));
  // Ends a period at the last check. If it still lasts, it is found again.
  const endAtLastCheck = (period: StatusPeriod) =>
    period.to !== undefined || isTeamPeriod(period) ? period : { ...period, to: last };
  const unwatched = (previous?.unwatched ?? []).map(endAtLastCheck);
  if (last < since.toISOString())
    unwatched.push({
      source: 'checks',
      components: [...statusComponents],
      from: last,
      to: since.toISOString(),
    });
  const withoutAlarm = statusComponents.filter(
    (component) => !alarms.some(({ components }) => components.includes(component)),
  );
  return deriveStatus(
    {
      checkedAt,
      watchedSince: previous?.watchedSince ?? checkedAt,
      incidents: previous?.incidents ?? [],
      problems: [
        ...(previous?.incidents ?? []).flatMap(({ periods }) => periods.map(endAtLastCheck)),
        ...ofState('ALARM'),
      ],
      unwatched: [
        ...unwatched,
        ...ofState('INSUFFICIENT_DATA'),
        ...withoutAlarm.map((component) => ({
          source: `no-alarm-${component}`,
          components: [component],
          from: last,
        })),
      ],
    },
    now,
  );
}

/** The periods of an alarm in each state, the last of which is open. */
function periodsOf({ source, components, state, since }: SeenAlarm, changes: StateChange[], readFrom: Date) {
  const ordered = changes.toSorted((left, right) => left.at.getTime() - right.at.getTime());
  const [first] = ordered;
  const states = [
    ...(first ? [{ at: readFrom, state: first.from }] : []),
    ...ordered.map(({ at, to }) => ({ at, state: to })),
    { at: since, state },
  ].sort((left, right) => left.at.getTime() - right.at.getTime());
  return states.flatMap(({ at, ...each }, index) => {
    const next = states[index + 1];
    const period: StatusPeriod = {
      source,
      components,
      from: at.toISOString(),
      ...(next ? { to: next.at.toISOString() } : {}),
    };
    return period.from === period.to ? [] : [{ ...each, period }];
  });
}
