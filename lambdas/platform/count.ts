import type { BusinessMetric } from '../../contract/events/business-metrics.ts';
import { logger } from './logger.ts';

/**
 * Counts something that has happened. Call it where the state changes, not where an event is handled: events arrive twice.
 * @param detail ids for finding it in the log, no personal data
 */
export function count(counted: BusinessMetric, detail: Record<string, string> = {}): void {
  logger.info('counted', { counted, ...detail });
}
