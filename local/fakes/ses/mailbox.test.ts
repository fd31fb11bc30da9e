import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openMailbox } from './mailbox.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailbox-'));
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-09-01T10:00:00Z') });
  return async () => {
    vi.useRealTimers();
    await rm(dir, { recursive: true });
  };
});

const mail = (subject: string) => ({
  to: 'ana@example.test',
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
  headers: { From: 'hello@site.test' },
  tags: {},
});

test('stores an email unchanged, with an id and a time', async () => {
  const mailbox = await openMailbox(join(dir, 'mail'));
  const { id } = await mailbox.receive(mail('Welcome'));
  expect(await mailbox.list()).toEqual([{ ...mail('Welcome'), id, at: '2025-09-01T10:00:00.000Z' }]);
});

test('lists the newest mail first, even within one millisecond', async () => {
  const mailbox = await openMailbox(dir);
  const subjects = Array.from({ length: 12 }, (_, index) => `number ${index}`);
  for (const subject of subjects) await mailbox.receive(mail(subject));
  expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(subjects.toReversed());
});

test('lists all emails in order after a restart', async () => {
  const before = await openMailbox(dir);
  await before.receive(mail('first'));
  await before.receive(mail('second'));
  vi.setSystemTime(Date.now() + 1);
  const after = await openMailbox(dir);
  await after.receive(mail('third'));
  expect((await after.list()).map(({ subject }) => subject)).toEqual(['third', 'second', 'first']);
});

test('lists undelivered emails separately', async () => {
  const mailbox = await openMailbox(dir);
  await mailbox.receive(mail('arrived'));
  await mailbox.receive({ ...mail('lost'), undelivered: 'no such mailbox' });
  expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['arrived']);
  expect((await mailbox.listUndelivered()).map(({ subject }) => subject)).toEqual(['lost']);
});
