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
  announcedEvents: ['BOUNCE', 'COMPLAINT'],
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
const told = () => put.mock.calls.map(([, , type, detail]) => [type, detail]);

test('a mail arrives, and nothing is told of it', async () => {
  await send();
  expect(await received()).toEqual(['ana@example.test']);
  expect(put).not.toHaveBeenCalled();
});

describe('a mail that bounces for good', () => {
  test('is told of, with the set that sent it and what the sender had noted', async () => {
    const id = await send();
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

  test('is the last one to its address, however that is written, until somebody lets them through', async () => {
    await mailer.play(await send(), 'bounce');
    await send('Ana@Example.test');
    expect(await received()).toEqual(['ana@example.test']);
    expect(await undelivered()).toEqual(['Ana@Example.test']);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('suppression list (BOUNCE)'));
    expect(told().at(-1)).toEqual([
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

  test('is still the last one after a restart', async () => {
    await mailer.play(await send(), 'bounce');
    mailer = open();
    await send();
    expect(await undelivered()).toHaveLength(1);
  });

  test('is not the last one where the stack does not ask for that', async () => {
    mailer = open({ suppressedReasons: [] });
    await mailer.play(await send(), 'bounce');
    await send();
    expect(await received()).toHaveLength(2);
  });
});

test('a mail that bounces for now is told of, and the next one arrives', async () => {
  await mailer.play(await send(), 'bounceForNow');
  await send();
  expect(await received()).toHaveLength(2);
  expect(told()).toEqual([
    [
      'Email Bounced',
      expect.objectContaining({ bounce: expect.objectContaining({ bounceType: 'Transient' }) }),
    ],
  ]);
});

test('after a complaint nothing more is sent, and that is told as a complaint too', async () => {
  await mailer.play(await send(), 'complain');
  await send();
  expect(await undelivered()).toHaveLength(1);
  expect(told().map(([type]) => type)).toEqual(['Email Complaint Received', 'Email Complaint Received']);
  expect(told().map(([, detail]) => (detail as { complaint: object }).complaint)).toEqual([
    expect.objectContaining({ complaintSubType: null }),
    expect.objectContaining({ complaintSubType: 'OnAccountSuppressionList' }),
  ]);
});

test('many failures at once all end on the list', async () => {
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
])('%s plays what it is called, and does not change the list', async (address, type, arrived) => {
  await send(address);
  expect(told().map(([name]) => name)).toEqual([type]);
  expect(await received()).toHaveLength(arrived);
  expect(await mailer.suppressed()).toEqual({});
});

test('what the stack does not ask to be told is not told', async () => {
  mailer = open({ announcedEvents: [] });
  await mailer.play(await send(), 'bounce');
  expect(put).not.toHaveBeenCalled();
});

test('nothing can become of a mail that there is not', async () => {
  expect(await mailer.play('nothing', 'bounce')).toBe(false);
});
