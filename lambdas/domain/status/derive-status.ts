import {
  type ComponentState,
  type Incident,
  isOver,
  type SiteStatus,
  type StatusPeriod,
} from '../../../contract/records/site-status.ts';
import {
  quietMinutes,
  type StatusComponent,
  statusComponents,
  statusDays,
} from '../../../contract/rules/status-rules.ts';

const quietMs = quietMinutes * 60_000;
const dayMs = 24 * 60 * 60 * 1000;

const startOf = ({ from }: StatusPeriod) => Date.parse(from);
const endOf = ({ to }: StatusPeriod) => (to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to));
const byStart = (left: StatusPeriod, right: StatusPeriod) =>
  startOf(left) - startOf(right) || (left.source < right.source ? -1 : 1);

interface Known extends Pick<SiteStatus, 'checkedAt' | 'watchedSince'> {
  /** All reported problems, in any order. */
  problems: StatusPeriod[];
  unwatched: StatusPeriod[];
  /** The previous incidents, which have the sentences of the team. */
  incidents: Incident[];
}

/** Derives the status. The order of the periods does not matter, and a period may occur twice. */
export function deriveStatus(
  { checkedAt, watchedSince, problems, unwatched, incidents }: Known,
  now: Date,
): SiteStatus {
  const forgetBefore = now.getTime() - statusDays * dayMs;
  const derived = {
    checkedAt,
    watchedSince,
    incidents: groupIncidents(joinPeriods(problems), incidents).filter(
      ({ endedAt }) => endedAt === undefined || Date.parse(endedAt) >= forgetBefore,
    ),
    unwatched: joinPeriods(unwatched).filter((period) => endOf(period) >= forgetBefore),
  };
  const states = statusComponents.map((component) => [component, stateOf(component, derived, now)] as const);
  return { ...derived, components: Object.fromEntries(states) as SiteStatus['components'] };
}

function stateOf(
  component: StatusComponent,
  { incidents, unwatched }: Pick<SiteStatus, 'incidents' | 'unwatched'>,
  now: Date,
): ComponentState {
  const affects = ({ components }: StatusPeriod) => components.includes(component);
  const recent = incidents.flatMap(({ periods }) => periods.filter(affects));
  if (recent.some(({ to }) => to === undefined)) return 'problem';
  // An alarm that has lost its data after a problem has not recovered.
  if (unwatched.some((period) => period.to === undefined && affects(period))) return 'noData';
  return recent.some(({ to }) => to && !isOver({ endedAt: to }, now)) ? 'watching' : 'noReports';
}

/** Joins the periods of each source that overlap, or that follow within the quiet time. */
function joinPeriods(periods: StatusPeriod[]): StatusPeriod[] {
  const joined: StatusPeriod[] = [];
  const latest = new Map<string, StatusPeriod>();
  for (const period of periods.toSorted(byStart)) {
    const before = latest.get(period.source);
    if (before && startOf(period) <= endOf(before) + quietMs) extend(before, period);
    else {
      const own = { ...period };
      latest.set(period.source, own);
      joined.push(own);
    }
  }
  return joined;
}

function extend(period: StatusPeriod, later: StatusPeriod): void {
  period.components = unite([period, later]);
  if (later.to === undefined) delete period.to;
  else if (endOf(later) > endOf(period)) period.to = later.to;
}

const unite = (periods: Pick<StatusPeriod, 'components'>[]): StatusComponent[] =>
  statusComponents.filter((component) => periods.some(({ components }) => components.includes(component)));

/** Groups periods that share a component and follow each other within the quiet time. @returns the newest first */
function groupIncidents(periods: StatusPeriod[], previous: Incident[]): Incident[] {
  let groups: StatusPeriod[][] = [];
  for (const period of periods.toSorted(byStart)) {
    const touches = (other: StatusPeriod) =>
      startOf(period) <= endOf(other) + quietMs &&
      other.components.some((component) => period.components.includes(component));
    const touched = groups.filter((group) => group.some(touches));
    groups = [
      ...groups.filter((group) => !touched.includes(group)),
      [...touched.flat(), period].sort(byStart),
    ];
  }
  return groups
    .map((group) => incidentOf(group, previous))
    .sort(
      (left, right) =>
        Date.parse(right.startedAt) - Date.parse(left.startedAt) || (left.id < right.id ? -1 : 1),
    );
}

function incidentOf(periods: StatusPeriod[], previous: Incident[]): Incident {
  const [first = { source: '', from: '' }] = periods;
  const earlier = previous.filter(({ periods: [known] }) => known && periods.some(isPartOf(known)));
  const ends = periods.map(({ to }) => to);
  const endedAt = ends.includes(undefined) ? undefined : ends.toSorted().at(-1);
  return {
    // The oldest. One that the team has just opened has none.
    id: earlier.at(-1)?.id || `${first.from.replace(/\D/g, '').slice(0, 14)}-${first.source}`,
    components: unite(periods),
    startedAt: first.from,
    ...(endedAt ? { endedAt } : {}),
    periods,
    sentences: earlier
      .flatMap(({ sentences }) => sentences)
      .sort((left, right) => Date.parse(left.at) - Date.parse(right.at)),
  };
}

const isPartOf = (known: StatusPeriod) => (period: StatusPeriod) =>
  period.source === known.source && startOf(period) <= startOf(known) && startOf(known) <= endOf(period);
