import { expect, test, vi } from 'vitest';
import { logger } from './logger.ts';
import { recordMetric } from './record-metric.ts';

test('writes a log line that CloudWatch finds by the name of the metric', () => {
  const info = vi.spyOn(logger, 'info').mockImplementation(() => {});
  recordMetric('LicensesGranted', { orderId: 'cs_1' });
  expect(info).toHaveBeenCalledExactlyOnceWith('counted', { counted: 'LicensesGranted', orderId: 'cs_1' });
});
