import { expect, test } from 'vitest';
import { acknowledgmentKey } from './acknowledgment-key.ts';

const at = (time: string) => new Date(`2025-09-01T${time}Z`);

test('is the same for one address within an hour, however it is typed', () => {
  const first = acknowledgmentKey('contactAcknowledgment', 'Ana@example.test', at('10:00:00'));
  expect(acknowledgmentKey('contactAcknowledgment', 'ana@example.test', at('10:59:59'))).toBe(first);
  expect(acknowledgmentKey('contactAcknowledgment', 'ana@example.test', at('11:00:00'))).not.toBe(first);
  expect(acknowledgmentKey('contactAcknowledgment', 'ben@example.test', at('10:00:00'))).not.toBe(first);
});
