import type { BusinessMetric } from '../../contract/events/business-metrics.ts';
import { logger } from './logger.ts';

/**
 * Logs that something has happened, for a metric of CloudWatch. Call it where the state changes, not where an event is handled:
 * events arrive twice.
 * @param detail ids for finding it in the log, no personal data
 */
export function recordMetric(counted: BusinessMetric, detail: Record<string, string> = {}): void {
  logger.info('counted', { counted, ...detail });
}
