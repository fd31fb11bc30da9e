import type { SiteStatus } from '../../../contract/records/site-status.ts';
import type { StatusComponent } from '../../../contract/rules/status-rules.ts';
import { type AlarmState, checkStatus, readSince, type StateChange } from './check-status.ts';

const alarms: Record<string, StatusComponent[]> = {
  SiteErrors: ['pages'],
  SignUpErrors: ['signIn'],
  Webhook: ['checkout'],
  ApiErrors: ['checkout', 'downloads'],
  Mailer: ['email'],
};

export const sources = Object.keys(alarms);

/** Minutes after this time are the times of a test. */
const start = Date.parse('2026-11-28T00:00:00Z');
export const atMinute = (minute: number) => new Date(start + minute * 60_000);

/** The changes of alarms, by the minute. Each alarm begins in the state OK. */
export type Timeline = { minute: number; source: string; to: AlarmState }[];

/** Runs a check at a minute, with the states and the history at that time. */
export function checkAt(
  minute: number,
  timeline: Timeline,
  previous?: SiteStatus,
  existing: string[] = sources,
): SiteStatus {
  const now = atMinute(minute);
  const since = readSince(previous, now);
  const state = new Map(
    sources.map((source) => [source, { state: 'OK' as AlarmState, since: atMinute(-1000) }]),
  );
  const changes: StateChange[] = [];
  for (const { minute: changedAt, source, to } of timeline.toSorted(
    (left, right) => left.minute - right.minute,
  )) {
    const at = atMinute(changedAt);
    const from = state.get(source)?.state ?? 'OK';
    if (at > now || from === to) continue;
    state.set(source, { state: to, since: at });
    if (at >= since) changes.push({ source, at, from, to });
  }
  const seen = existing.map((source) => ({
    source,
    components: alarms[source] ?? [],
    ...(state.get(source) ?? { state: 'OK' as const, since: now }),
  }));
  return checkStatus(previous, { alarms: seen, changes }, now);
}

/** Runs checks one after the other. */
export const checkAll = (minutes: number[], timeline: Timeline): SiteStatus =>
  minutes.reduce<SiteStatus | undefined>(
    (status, minute) => checkAt(minute, timeline, status),
    undefined,
  ) as SiteStatus;
