import { expect, test } from 'vitest';
import { receiptIdempotencyKey } from './receipt-idempotency-key.ts';

const at = (time: string) => new Date(`2025-09-01T${time}Z`);

test('is the same for one address within an hour, however it is typed', () => {
  const first = receiptIdempotencyKey('contactReceipt', 'Ana@example.test', at('10:00:00'));
  expect(receiptIdempotencyKey('contactReceipt', 'ana@example.test', at('10:59:59'))).toBe(first);
  expect(receiptIdempotencyKey('contactReceipt', 'ana@example.test', at('11:00:00'))).not.toBe(first);
  expect(receiptIdempotencyKey('contactReceipt', 'ben@example.test', at('10:00:00'))).not.toBe(first);
});
