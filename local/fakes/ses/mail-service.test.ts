import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventBus } from '../eventbridge/event-bus.ts';
import { type MailService, openMailService } from './mail-service.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

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
const open = (changed: Partial<typeof settings> = {}) =>
  openMailService({ dir, mailbox, bus: { put }, settings: { ...settings, ...changed }, onProblem });

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

test('delivers a mail, and publishes an event with the tags of the sender', async () => {
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

  test('suppresses later mails to the address, regardless of case, until it is allowed again', async () => {
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

  test('suppresses later mails after a restart', async () => {
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

test('suppresses mails after a complaint, and publishes a complaint for each', async () => {
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

test('publishes no event that the stack does not ask for', async () => {
  mailer = open({ publishedEvents: [] });
  await mailer.play(await send(), 'bounce');
  expect(put).not.toHaveBeenCalled();
});

test('returns false for a failure of an unknown mail', async () => {
  expect(await mailer.play('nothing', 'bounce')).toBe(false);
});
