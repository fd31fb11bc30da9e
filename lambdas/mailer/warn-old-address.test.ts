import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { warnOldAddress } from './warn-old-address.ts';

const sendOnce = vi.fn();
const handler = warnOldAddress({ ...compose(), send: sendOnce });

beforeEach(() => {
  sendOnce.mockReset();
});

test('warns the old address of the account, once per request', async () => {
  await deliver(handler, { userId: 'user-1', requestId: 'request-1', email: 'old@example.test' });
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      idempotencyKey: 'emailChange#request-1',
      to: 'old@example.test',
      logUnder: { userId: 'user-1' },
      mail: expect.objectContaining({ subject: expect.stringContaining('about to change') }),
    },
    expect.anything(),
  );
});

test('fails and logs an event without an address', async () => {
  await expect(deliver(handler, { userId: 'user-1', requestId: 'request-1' })).rejects.toThrow('email');
  expect(sendOnce).not.toHaveBeenCalled();
});
