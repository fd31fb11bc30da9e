import { overviewMetrics } from '../rules/overview-metrics.ts';
import * as z from '../zod.ts';

/** An alarm that is active. */
const activeAlarm = z.object({
  name: z.string(),
  /** What has happened, in a sentence. */
  meaning: z.string(),
  /** The URL or path of the section of the runbook that says what to do. */
  runbook: z.optional(z.string()),
  /** ISO 8601, UTC. */
  since: z.iso.datetime(),
});

/** The counts per day and the active alarms. */
export const deskOverview = z.object({
  /** UTC days (`2026-11-25`), oldest first. The last is today. */
  days: z.array(z.iso.date()),
  /** The count of each of the days. */
  counts: z.record(z.enum(overviewMetrics), z.array(z.int().check(z.minimum(0)))),
  alarms: z.array(activeAlarm),
});

export type DeskOverview = z.infer<typeof deskOverview>;
export type ActiveAlarm = z.infer<typeof activeAlarm>;
