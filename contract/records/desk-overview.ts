import type { OverviewMetric } from '../rules/overview-metrics.ts';

/** An alarm that is active. */
export interface ActiveAlarm {
  name: string;
  /** A sentence that describes the event. */
  meaning: string;
  /** The URL or path of the section of the runbook that says what to do. */
  runbook?: string | undefined;
  /** ISO 8601, UTC. */
  since: string;
}

/** The counts per day and the active alarms. */
export interface DeskOverview {
  /** UTC days (`2026-11-25`), oldest first. The last is today. */
  days: string[];
  /** The count of each of the days. */
  counts: Record<OverviewMetric, number[]>;
  alarms: ActiveAlarm[];
}
