import type { BusinessMetric } from '../../contract/events/business-metrics.ts';
import { logger } from './logger.ts';

/**
 * Counts what has happened, once. To be called where the state has changed, not where somebody was told of it: events come twice.
 * @param detail what finds it again, and nobody's personal data
 */
export function count(counted: BusinessMetric, detail: Record<string, string> = {}): void {
  logger.info('counted', { counted, ...detail });
}
