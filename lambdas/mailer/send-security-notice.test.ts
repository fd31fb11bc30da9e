import { beforeEach, describe, expect, it, vi } from 'vitest';
import { securityChanges } from '../../contract/events/security-changes.ts';
import { securityNotice } from '../domain/mail/security-notices.ts';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { sendSecurityNotice } from './send-security-notice.ts';

const sendOnce = vi.fn();
const handler = sendSecurityNotice({ ...compose(), send: sendOnce });

beforeEach(() => {
  sendOnce.mockReset();
});

describe('sendSecurityNotice', () => {
  it.each(securityChanges)('sends the email about %s once', async (change) => {
    const detail = { userId: 'user-1', email: 'ana@example.test', change, idempotencyKey: 'key-1' };
    await deliver(handler, detail);
    expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
      {
        idempotencyKey: 'key-1',
        to: 'ana@example.test',
        logUnder: { userId: 'user-1' },
        mail: securityNotice(change, 'https://site.test'),
      },
      expect.anything(),
    );
  });

  it('fails and logs an unknown change', async () => {
    const detail = { userId: 'user-1', email: 'ana@example.test', change: 'x', idempotencyKey: 'key-1' };
    await expect(deliver(handler, detail)).rejects.toThrow('change');
    expect(sendOnce).not.toHaveBeenCalled();
  });
});
