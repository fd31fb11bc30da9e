import { expect, test, vi } from 'vitest';
import { count } from './count.ts';
import { logger } from './logger.ts';

test('what is counted is a line of the log, which CloudWatch finds by the name of the metric', () => {
  const info = vi.spyOn(logger, 'info').mockImplementation(() => {});
  count('LicensesGranted', { orderId: 'cs_1' });
  expect(info).toHaveBeenCalledExactlyOnceWith('counted', { counted: 'LicensesGranted', orderId: 'cs_1' });
});
