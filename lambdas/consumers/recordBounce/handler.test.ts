import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../../platform/test-event.ts';

vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
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
  ['that is for good is counted', 'Permanent', 'General', [['MailsBounced', { messageId: 'mail-1' }]]],
  ['by the list of all senders too', 'Permanent', 'Suppressed', [['MailsBounced', { messageId: 'mail-1' }]]],
  [
    'of a mail that was not even sent is counted as that',
    'Permanent',
    'OnAccountSuppressionList',
    [['MailsWithheld', { messageId: 'mail-1' }]],
  ],
  ['that is for now is not counted', 'Transient', 'MailboxFull', []],
  ['of which nobody knows is not counted', 'Undetermined', 'Undetermined', []],
])('a bounce %s, and leaves a trace without the address', async (_, type, subType, counted) => {
  await bounced(type, subType);
  expect(count.mock.calls).toEqual(counted);
  expect(warn).toHaveBeenCalledExactlyOnceWith('a mail did not arrive', {
    messageId: 'mail-1',
    bounceType: type,
    bounceSubType: subType,
  });
});
