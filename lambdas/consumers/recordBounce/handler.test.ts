import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../../platform/test-event.ts';

const { count } = vi.hoisted(() => ({ count: vi.fn() }));
vi.mock('../../platform/count.ts', () => ({ count }));
const { logger } = await import('../../platform/logger.ts');
const { handler } = await import('./handler.ts');

const warn = vi.spyOn(logger, 'warn');
const bounced = (bounceType: string, bounceSubType: string) =>
  deliver(handler, {
    eventType: 'Bounce',
    mail: { messageId: 'mail-1', destination: ['ana@example.test'], tags: {} },
    bounce: { bounceType, bounceSubType, bouncedRecipients: [{ emailAddress: 'ana@example.test' }] },
  });

beforeEach(() => {
  count.mockClear();
  warn.mockClear();
});

test.each([
  ['counts a permanent bounce', 'Permanent', 'General', [['MailsBounced', { messageId: 'mail-1' }]]],
  [
    "counts a bounce by SES's global list",
    'Permanent',
    'Suppressed',
    [['MailsBounced', { messageId: 'mail-1' }]],
  ],
  [
    'counts a withheld email as withheld',
    'Permanent',
    'OnAccountSuppressionList',
    [['MailsWithheld', { messageId: 'mail-1' }]],
  ],
  ['does not count a temporary bounce', 'Transient', 'MailboxFull', []],
  ['does not count an undetermined bounce', 'Undetermined', 'Undetermined', []],
])('%s, and logs it without the address', async (_, type, subType, counted) => {
  await bounced(type, subType);
  expect(count.mock.calls).toEqual(counted);
  expect(warn).toHaveBeenCalledExactlyOnceWith('an email did not arrive', {
    messageId: 'mail-1',
    bounceType: type,
    bounceSubType: subType,
  });
});
