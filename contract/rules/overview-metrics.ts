import type { BusinessMetric } from '../events/business-metrics.ts';

/** The metrics of the desk's overview, in its order. */
export const overviewMetrics = [
  'RegistrationsStarted',
  'Registrations',
  'CheckoutsStarted',
  'LicensesGranted',
  'Refunds',
  'Downloads',
] as const satisfies BusinessMetric[];

export type OverviewMetric = (typeof overviewMetrics)[number];
