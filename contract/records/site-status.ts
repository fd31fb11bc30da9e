import { quietMinutes, type StatusComponent, statusComponents } from '../rules/status-rules.ts';

/** A time during which an alarm reported a problem or had no data, or during which the team reported a problem. Times are ISO 8601, UTC. */
export interface StatusPeriod {
  /** The alarm without the name of the site, or `team-` and the id of the action at the desk. */
  source: string;
  components: StatusComponent[];
  from: string;
  /** Missing while it lasts. */
  to?: string;
}

/** A sentence of the team about an incident. */
interface StatusSentence {
  sentenceId: string;
  at: string;
  text: string;
}

/** Problems that share a component and follow each other within the quiet time. */
export interface Incident {
  /** Never changes, because readers of the feed recognize the incident by it. */
  id: string;
  components: StatusComponent[];
  startedAt: string;
  /** Missing while a problem is reported. */
  endedAt?: string;
  periods: StatusPeriod[];
  /** The oldest first. */
  sentences: StatusSentence[];
}

/** `watching` follows a problem. `noReports` is no promise, because many alarms are OK without data. */
export type ComponentState = 'problem' | 'watching' | 'noData' | 'noReports';

/** `status.json`: the public status, and the record from which the next one follows. */
export interface SiteStatus {
  checkedAt: string;
  watchedSince: string;
  components: Record<StatusComponent, ComponentState>;
  /** The newest first. */
  incidents: Incident[];
  /** When alarms had no data. */
  unwatched: StatusPeriod[];
}

export const isTeamPeriod = ({ source }: StatusPeriod): boolean => source.startsWith('team-');

/** Whether the problem could return as a part of the same incident. */
export const isOver = ({ endedAt }: Pick<Incident, 'endedAt'>, now: Date): boolean =>
  endedAt !== undefined && Date.parse(endedAt) + quietMinutes * 60_000 <= now.getTime();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Whether a page can show the content of the file. */
export function isSiteStatus(value: unknown): value is SiteStatus {
  if (!isObject(value)) return false;
  const { checkedAt, watchedSince, components, incidents, unwatched } = value;
  return (
    [checkedAt, watchedSince].every((time) => !Number.isNaN(Date.parse(String(time)))) &&
    isObject(components) &&
    statusComponents.every((component) => typeof components[component] === 'string') &&
    Array.isArray(incidents) &&
    incidents.every(
      (incident) =>
        isObject(incident) && Array.isArray(incident.periods) && Array.isArray(incident.sentences),
    ) &&
    Array.isArray(unwatched)
  );
}

/** A day of a component, in UTC. */
export interface StatusDay {
  /** `2026-11-28` */
  day: string;
  state: 'problem' | 'noData' | 'noReports';
  /** How long a problem was reported. */
  problemMinutes: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The days of a component, the oldest first. Days before the first check have no data. */
export function daysOf(status: SiteStatus, component: StatusComponent, days: number): StatusDay[] {
  const end = Date.parse(status.checkedAt);
  const today = Math.floor(end / dayMs) * dayMs;
  const affects = ({ components }: StatusPeriod) => components.includes(component);
  const problems = status.incidents.flatMap(({ periods }) => periods).filter(affects);
  const gaps = [
    ...status.unwatched.filter(affects),
    { from: new Date(0).toISOString(), to: status.watchedSince },
  ];
  return Array.from({ length: days }, (_, index) => {
    const start = today - (days - 1 - index) * dayMs;
    const [problemMs, gapMs] = [problems, gaps].map((periods) =>
      coveredMs(periods, start, Math.min(start + dayMs, end)),
    );
    const state = problemMs ? 'problem' : gapMs ? 'noData' : 'noReports';
    const problemMinutes = Math.ceil((problemMs ?? 0) / 60_000);
    return { day: new Date(start).toISOString().slice(0, 10), state, problemMinutes };
  });
}

/** How much of the time from `start` to `end` the periods cover. They may overlap. */
function coveredMs(
  periods: Omit<StatusPeriod, 'source' | 'components'>[],
  start: number,
  end: number,
): number {
  let [covered, reached] = [0, start];
  for (const { from, to } of periods.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    const until = Math.min(to === undefined ? end : Date.parse(to), end);
    covered += Math.max(0, until - Math.max(Date.parse(from), reached));
    reached = Math.max(reached, until);
  }
  return covered;
}
