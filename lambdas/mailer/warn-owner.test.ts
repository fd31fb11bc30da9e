import { expect, it, vi } from 'vitest';
import { emailChangeWarning } from '../domain/mail/account-notices.ts';
import { securityNotice } from '../domain/mail/security-notices.ts';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { sendSecurityNotice, warnOldAddress } from './warn-owner.ts';

const siteUrl = 'https://site.test';
const owner = { userId: 'user-1', email: 'ana@example.test' };

it.each([
  [
    sendSecurityNotice,
    { change: 'passkeyAdded', idempotencyKey: 'key-1' },
    'key-1',
    securityNotice('passkeyAdded', siteUrl),
  ],
  [warnOldAddress, { requestId: 'request-1' }, 'emailChange#request-1', emailChangeWarning(siteUrl)],
])(
  '%o writes to the address in the event, once for each event',
  async (action, detail, idempotencyKey, mail) => {
    const send = vi.fn();
    await deliver(action({ ...compose(), send }), { ...owner, ...detail });
    const expected = { idempotencyKey, to: owner.email, logUnder: { userId: owner.userId }, mail };
    expect(send).toHaveBeenCalledExactlyOnceWith(expected, expect.anything());
  },
);
