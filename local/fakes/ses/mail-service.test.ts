import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventBus } from '../eventbridge/event-bus.ts';
import { type MailService, openMailService } from './mail-service.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import type { MailQuota } from './sending-quota.ts';

let dir: string;
let mailbox: Mailbox;
let mailer: MailService;
const put = vi.fn<EventBus['put']>();
const onProblem = vi.fn();
const settings = {
  configurationSet: 'OurSet',
  suppressedReasons: ['BOUNCE' as const, 'COMPLAINT' as const],
  publishedEvents: ['BOUNCE', 'COMPLAINT', 'DELIVERY'],
};
const open = (changed: Partial<typeof settings> = {}, quota: Partial<MailQuota> = {}) =>
  openMailService({ dir, mailbox, bus: { put }, settings: { ...settings, ...changed }, quota, onProblem });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mail-service-'));
  mailbox = await openMailbox(dir);
  mailer = open();
  put.mockReset().mockResolvedValue('event-1');
  onProblem.mockReset();
  return () => rm(dir, { recursive: true });
});

const mailTo = (to: string) => ({
  to,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  headers: {},
  tags: { causedBy: ['request-1'] },
});
const send = (to = 'ana@example.test') => mailer.send(mailTo(to));
const received = async () => (await mailbox.list()).map(({ to }) => to);
const undelivered = async () => (await mailbox.listUndelivered()).map(({ to }) => to);
const published = () =>
  put.mock.calls.flatMap(([, , type, detail]) => (type === 'Email Delivered' ? [] : [[type, detail]]));

test('delivers an email, and publishes an event with the tags of the sender', async () => {
  const messageId = await send();
  expect(await received()).toEqual(['ana@example.test']);
  expect(put).toHaveBeenCalledExactlyOnceWith(
    'default',
    'aws.ses',
    'Email Delivered',
    expect.objectContaining({
      mail: expect.objectContaining({
        messageId,
        tags: { 'ses:configuration-set': ['OurSet'], causedBy: ['request-1'] },
      }),
      delivery: expect.objectContaining({ recipients: ['ana@example.test'] }),
    }),
  );
});

describe('permanent bounce', () => {
  test('publishes an event with the configuration set and the tags of the sender', async () => {
    const id = await send();
    put.mockClear();
    expect(await mailer.play(id, 'bounce')).toBe(true);
    expect(put).toHaveBeenCalledExactlyOnceWith(
      'default',
      'aws.ses',
      'Email Bounced',
      expect.objectContaining({
        mail: expect.objectContaining({
          messageId: id,
          tags: { 'ses:configuration-set': ['OurSet'], causedBy: ['request-1'] },
        }),
        bounce: expect.objectContaining({ bounceType: 'Permanent', bounceSubType: 'General' }),
      }),
    );
  });

  test('suppresses later emails to the address, regardless of case, until it is allowed again', async () => {
    await mailer.play(await send(), 'bounce');
    await send('Ana@Example.test');
    expect(await received()).toEqual(['ana@example.test']);
    expect(await undelivered()).toEqual(['Ana@Example.test']);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('suppression list (BOUNCE)'));
    expect(published().at(-1)).toEqual([
      'Email Bounced',
      expect.objectContaining({
        bounce: expect.objectContaining({ bounceSubType: 'OnAccountSuppressionList' }),
      }),
    ]);
    expect(await mailer.allow('ANA@example.test')).toBe(true);
    await send();
    expect(await received()).toHaveLength(2);
    expect(await mailer.allow('ana@example.test')).toBe(false);
  });

  test('suppresses later emails after a restart', async () => {
    await mailer.play(await send(), 'bounce');
    mailer = open();
    await send();
    expect(await undelivered()).toHaveLength(1);
  });

  test('suppresses nothing when the stack does not suppress bounces', async () => {
    mailer = open({ suppressedReasons: [] });
    await mailer.play(await send(), 'bounce');
    await send();
    expect(await received()).toHaveLength(2);
  });
});

test('publishes a temporary bounce, and delivers the next mail', async () => {
  await mailer.play(await send(), 'bounceForNow');
  await send();
  expect(await received()).toHaveLength(2);
  expect(published()).toEqual([
    [
      'Email Bounced',
      expect.objectContaining({ bounce: expect.objectContaining({ bounceType: 'Transient' }) }),
    ],
  ]);
});

test('suppresses emails after a complaint, and publishes a complaint for each', async () => {
  await mailer.play(await send(), 'complain');
  await send();
  expect(await undelivered()).toHaveLength(1);
  expect(published().map(([type]) => type)).toEqual(['Email Complaint Received', 'Email Complaint Received']);
  expect(published().map(([, detail]) => (detail as { complaint: object }).complaint)).toEqual([
    expect.objectContaining({ complaintSubType: null }),
    expect.objectContaining({ complaintSubType: 'OnAccountSuppressionList' }),
  ]);
});

test('adds every address to the list when many bounces happen at once', async () => {
  const people = Array.from({ length: 8 }, (_, index) => `person-${index}@example.test`);
  const ids = await Promise.all(people.map((address) => send(address)));
  await Promise.all(ids.map((id) => mailer.play(id, 'bounce')));
  expect(Object.keys(await mailer.suppressed()).sort()).toEqual(people);
});

test.each([
  ['bounce@simulator.amazonses.com', 'Email Bounced', 0],
  ['bounce+here@simulator.amazonses.com', 'Email Bounced', 0],
  ['suppressionlist@simulator.amazonses.com', 'Email Bounced', 0],
  ['complaint@simulator.amazonses.com', 'Email Complaint Received', 1],
])('simulates the failure of %s without changing the list', async (address, type, arrived) => {
  await send(address);
  expect(published().map(([name]) => name)).toEqual([type]);
  expect(await received()).toHaveLength(arrived);
  expect(await mailer.suppressed()).toEqual({});
});

test('publishes only events that the stack enables', async () => {
  mailer = open({ publishedEvents: [] });
  await mailer.play(await send(), 'bounce');
  expect(put).not.toHaveBeenCalled();
});

test('returns false for a failure of an unknown mail', async () => {
  expect(await mailer.play('nothing', 'bounce')).toBe(false);
});

describe('sendBulk', () => {
  const people = (count: number) => Array.from({ length: count }, (_, index) => `p${index}@example.test`);
  const sendBulk = (addresses: string[]) => mailer.sendBulk(addresses.map(mailTo));
  const statuses = async (addresses: string[]) => (await sendBulk(addresses)).map(({ status }) => status);

  test('delivers the emails in their order, with events and a result for each', async () => {
    const results = await sendBulk(people(3));
    expect(await received()).toEqual(people(3).reverse());
    const ids = mailbox.list().map(({ id }) => id);
    expect(results).toEqual(ids.reverse().map((messageId) => ({ status: 'SUCCESS', messageId })));
    expect(put).toHaveBeenCalledTimes(3);
  });

  test('stores the emails at the same time', async () => {
    const waiting: (() => void)[] = [];
    const { receive } = mailbox;
    mailbox.receive = async (mail) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return receive(mail);
    };
    const results = sendBulk(people(50));
    await vi.waitFor(() => expect(waiting).toHaveLength(50));
    for (const resume of waiting) resume();
    expect(await results).toHaveLength(50);
  });

  test('treats suppressed and simulated addresses like a single mail', async () => {
    await mailer.play(await send('ana@example.test'), 'bounce');
    put.mockClear();
    const addresses = ['ANA@example.test', 'bounce@simulator.amazonses.com', 'ben@example.test'];
    expect(await statuses(addresses)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect((await undelivered()).sort()).toEqual(addresses.slice(0, 2));
    expect(await received()).toEqual(['ben@example.test', 'ana@example.test']);
    expect(published().map(([type]) => type)).toEqual(['Email Bounced', 'Email Bounced']);
  });

  test('accepts an email that it cannot render, and publishes an event instead of sending it', async () => {
    mailer = open({ publishedEvents: ['RENDERING_FAILURE'] });
    const [result] = await mailer.sendBulk([{ ...mailTo('ana@example.test'), renderingError: 'No name.' }]);
    expect(result).toEqual({ status: 'SUCCESS', messageId: expect.any(String) });
    expect(await received()).toEqual([]);
    expect(mailbox.listUndelivered()).toMatchObject([
      { id: result?.messageId, undelivered: 'the template could not be rendered (No name.)' },
    ]);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('No name.'));
    expect(put).toHaveBeenCalledExactlyOnceWith(
      'default',
      'aws.ses',
      'Email Rendering Failed',
      expect.objectContaining({ eventType: 'Rendering Failure', failure: { errorMessage: 'No name.' } }),
    );
  });

  test('sends nothing for an unknown configuration set', async () => {
    expect(await mailer.sendBulk([mailTo('ana@example.test')], 'OtherSet')).toEqual([
      { status: 'CONFIGURATION_SET_NOT_FOUND', error: expect.stringContaining('OtherSet') },
    ]);
    expect((await mailer.sendBulk([mailTo('ana@example.test')], 'OurSet'))[0]?.status).toBe('SUCCESS');
    expect(await received()).toHaveLength(1);
  });

  describe('quota', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-09-01T10:00:00Z') });
      return () => void vi.useRealTimers();
    });
    const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
    const accepted = 'SUCCESS';
    const throttled = 'ACCOUNT_THROTTLED';
    const exhausted = 'ACCOUNT_DAILY_QUOTA_EXCEEDED';

    test('throttles emails beyond the rate of a second, and stores nothing for them', async () => {
      mailer = open({}, { mailsPerSecond: 3 });
      await send();
      const results = await sendBulk(people(4));
      expect(results.map(({ status }) => status)).toEqual([accepted, accepted, throttled, throttled]);
      expect(results.at(-1)).toEqual({ status: throttled, error: 'Maximum sending rate exceeded.' });
      expect([...(await received()), ...(await undelivered())]).toHaveLength(3);
      pass(0.9);
      expect(await statuses(['ana@example.test'])).toEqual([throttled]);
      pass(0.1);
      expect(await statuses(['ana@example.test'])).toEqual([accepted]);
    });

    test('accepts mails up to the daily quota, even after a restart', async () => {
      mailer = open({}, { mailsPerDay: 2 });
      expect(await statuses(people(3))).toEqual([accepted, accepted, exhausted]);
      mailer = open({}, { mailsPerDay: 3 });
      const [first, second] = await sendBulk(people(2));
      expect(first?.status).toBe(accepted);
      expect(second).toEqual({ status: exhausted, error: 'Daily message quota exceeded.' });
      expect(await received()).toHaveLength(3);
      pass(24 * 60 * 60);
      expect(await statuses(['ana@example.test'])).toEqual([accepted]);
    });

    test('sends a single mail beyond the quota', async () => {
      mailer = open({}, { mailsPerSecond: 1, mailsPerDay: 1 });
      await send();
      await send();
      expect(await received()).toHaveLength(2);
    });

    test('counts every accepted mail of the last 24 hours', async () => {
      mailer = open({}, { mailsPerSecond: 3 });
      await send();
      pass(24 * 60 * 60);
      await sendBulk(['bounce@simulator.amazonses.com', ...people(3)]);
      expect(mailer.usage()).toEqual({ mailsPerDay: 50_000, mailsPerSecond: 3, mailsOfLastDay: 3 });
    });
  });
});
