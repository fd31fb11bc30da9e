import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { callOperation, mailsTo } from '../../person.ts';
import { registerAdmin } from '../../registered-admin.ts';
import { runTeamCommand } from '../../team-command.ts';
import { cloud, countDeadLetters, siteUrl } from '../site.ts';

// Covers all retries of the queue, and the retries of the SDK within each.
const inTime = { timeout: 25_000 };
/** The folder of a queue. */
async function folderOf(queue: string): Promise<string> {
  const names = await readdir(join(cloud.dir, 'queues'));
  return `queues/${names.find((name) => name.includes(queue))}`;
}
const filesIn = async (queue: string) => readdir(join(cloud.dir, await folderOf(queue)));
const redrive = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/redrive.ts', ...args);
const noDeadLetters = { code: 0, output: 'There are no dead letters.\n' };

/** Replaces a cloud folder with a file, so that writes fail. Returns a function to restore it. */
async function breakFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(cloud.dir, folder);
  await rename(path, `${path}.away`);
  await writeFile(path, '');
  return async () => {
    await rm(path);
    await rename(`${path}.away`, path);
  };
}

/**
 * Sends contact messages while email fails, at most five an hour because of the rate limit. Returns
 * their texts.
 */
async function sendFailingMessages(count: number): Promise<string[]> {
  const messages = Array.from({ length: count }, () => `A letter, ${randomUUID()}`);
  const repair = await breakFolder('mail');
  try {
    for (const message of messages) {
      const data = { messageId: randomUUID(), name: 'Ana', email: 'ana@example.test', message };
      expect((await callOperation(siteUrl, 'contact', { data })).status).toBe(200);
    }
    await vi.waitFor(async () => expect(await countDeadLetters()).toBe(count), inTime);
  } finally {
    await repair();
  }
  return messages;
}

/** How many times the team got each message. */
async function deliveriesOf(messages: string[]): Promise<number[]> {
  const mails = await mailsTo(siteUrl, 'team@lorewright.example');
  return messages.map((message) => mails.filter(({ text }) => text.includes(message)).length);
}

const waitForDelivery = (messages: string[]) =>
  vi.waitFor(async () => {
    expect(await deliveriesOf(messages)).toEqual(messages.map(() => 1));
    expect(await filesIn('EventsmailerQueue')).toEqual([]);
  }, inTime);

describe('npm run redrive', () => {
  test('does nothing without dead letters', async () => {
    expect(await redrive('list')).toEqual(noDeadLetters);
    expect(await redrive()).toEqual(noDeadLetters);
  });

  test('lists dead letters without their content, shows them at the desk, then sends them again', {
    timeout: 60_000,
  }, async () => {
    const admin = await registerAdmin(siteUrl);
    const readAlarms = async () => (await admin.call('deskOverview', {})).alarms;
    expect(await readAlarms()).toEqual([]);
    const messages = await sendFailingMessages(2);
    expect(await readAlarms()).toEqual([
      {
        name: 'lorewright-local-mailerDeadLetters',
        meaning: 'Events that mailer could not handle are waiting.',
        runbook: expect.stringContaining('docs/alarms.md#dead-letters'),
        since: expect.any(String),
      },
    ]);
    expect((await admin.call('deskToday', {})).deadLetters).toEqual({ count: 1 });
    for (const _ of ['shown', 'shown again']) {
      const { code, output } = await redrive('list');
      expect(code).toBe(0);
      expect(output).toMatch(/^mailer: 2 waiting: ContactSubmitted, since \d{4}-\d\d-\d\dT\d\d:\d\dZ\n$/);
      expect(output).not.toMatch(/Ana|@example|A letter/);
    }
    expect(await deliveriesOf(messages)).toEqual([0, 0]);

    expect(await redrive('countSignUp')).toEqual(noDeadLetters);
    expect((await redrive('mailer')).output).toMatch(/\nmailer: SQS started to move about 2 back\n$/);
    await waitForDelivery(messages);
    expect(await readAlarms()).toEqual([]);
    expect(await redrive('list')).toEqual(noDeadLetters);
  });

  test('is safe to run twice at once', { timeout: 60_000 }, async () => {
    const messages = await sendFailingMessages(2);
    const runs = await Promise.all([redrive(), redrive()]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    await waitForDelivery(messages);
    expect(await redrive()).toEqual(noDeadLetters);
    expect(await countDeadLetters()).toBe(0);
  });

  test('returns an event that fails again to its dead-letter queue', { timeout: 60_000 }, async () => {
    const messages = await sendFailingMessages(1);
    const repair = await breakFolder('mail');
    expect((await redrive()).output).toMatch(/\nmailer: SQS started to move about 1 back\n$/);
    await vi.waitFor(async () => expect(await filesIn('EventsmailerQueue')).toEqual([]), inTime);
    expect(await countDeadLetters()).toBe(1);
    await repair();
    await redrive();
    await waitForDelivery(messages);
  });

  test.each([
    [['mailers'], /There is no consumer "mailers"\. The consumers are: .*mailer/],
    [['--stage', 'staging'], /There is no stage "staging"/],
    [['--dry-run'], /^Usage: npm run redrive/],
  ])('explains why %j fails', async (args, message) => {
    const { code, output } = await redrive(...args);
    expect(code).toBe(1);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/\bat .+:\d+:\d+/);
  });
});

test('answers 500 to Stripe without internal details while the bus rejects events', async () => {
  const secret = await readFile(join(cloud.dir, 'stripe/webhook-secret'), 'utf8');
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_unknown' } },
  });
  const deliver = () =>
    fetch(`${siteUrl}/api/stripeWebhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
  const repair = await breakFolder(await folderOf('EventsordersQueue'));
  try {
    const response = await deliver();
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { status: 'internal', message: 'Something went wrong on our side. Please try again.' },
    });
  } finally {
    await repair();
  }
  expect((await deliver()).status).toBe(200);
});
