import { expect, test, vi } from 'vitest';
import { count } from './count.ts';
import { logger } from './logger.ts';

test('writes a log line that CloudWatch finds by the name of the metric', () => {
  const info = vi.spyOn(logger, 'info').mockImplementation(() => {});
  count('LicensesGranted', { orderId: 'cs_1' });
  expect(info).toHaveBeenCalledExactlyOnceWith('counted', { counted: 'LicensesGranted', orderId: 'cs_1' });
});
