import { beforeEach, describe, expect, it } from 'vitest';
import type { MailOutcome } from '../../../contract/records/logged-mail.ts';
import type { EntryOutcome } from './bulk-sender.ts';
import { mailingTemplate } from './render-mailing.ts';
import { sendBatch } from './send-batch.ts';

const template = mailingTemplate(
  { slug: 'spring', group: 'updates', subject: 'News', preheader: 'New', content: [] },
  'https://site.test',
);
const account = (userId: string, isSubscribed = true) => ({
  userId,
  email: `${userId}@example.test`,
  isSubscribed,
});
const readers = (count: number) => Array.from({ length: count }, (_, index) => account(`reader-${index}`));

/** The calls to the mail log and to SES, in their order. */
let calls: string[];
let outcomes: EntryOutcome[];
const earlier = new Map<string, MailOutcome>();

beforeEach(() => {
  calls = [];
  outcomes = [];
  earlier.clear();
});

function send(accounts: ReturnType<typeof account>[]) {
  const note = (what: string) => async (_slug: string, userId: string) => {
    calls.push(`${what} ${userId}`);
    return true;
  };
  return sendBatch(
    {
      recipients: {
        outcomes: async () => earlier,
        claim: async (_, userIds, { at, subject }) => {
          calls.push(`claim ${userIds.join(', ')} ${at} ${subject}`);
        },
        confirm: note('confirm'),
        refuse: note('refuse'),
        release: note('release'),
      },
      send: async (_, entries) => {
        calls.push(`send ${entries.map(({ email }) => email).join(', ')}`);
        return outcomes;
      },
      tokensOf: async () => ({ group: 'g', all: 'a' }),
      now: () => new Date('2026-12-01T10:00:00Z'),
    },
    { slug: 'spring', group: 'updates', subject: 'News', template, accounts, isLastAttempt: false },
  );
}

describe('sendBatch', () => {
  it('writes the entries of the mail log before SES gets the emails', async () => {
    outcomes = ['sent', 'sent'];
    await send([account('ana'), account('bea'), account('cleo', false)]);
    expect(calls).toEqual([
      'claim ana, bea 2026-12-01T10:00:00.000Z News',
      'send ana@example.test, bea@example.test',
      'confirm ana',
      'confirm bea',
    ]);
  });

  it('calls nothing when everybody has the mailing or does not want it', async () => {
    earlier.set('ana', 'delivered');
    const end = await send([account('ana'), account('cleo', false)]);
    expect(calls).toEqual([]);
    expect(end).toEqual({
      isComplete: true,
      isAnswered: true,
      result: { sent: 1, skipped: 1, uncertainIds: [] },
    });
  });

  it('counts an email of an interrupted run as uncertain', async () => {
    earlier.set('ana', 'sending');
    outcomes = ['sent'];
    const end = await send([account('ana'), account('bea')]);
    expect(calls).toContain('send bea@example.test');
    expect(end).toMatchObject({ result: { sent: 1, skipped: 0, uncertainIds: ['ana'] } });
  });

  it('counts an email without an outcome as uncertain', async () => {
    outcomes = ['sent'];
    const end = await send([account('ana'), account('bea')]);
    expect(end).toMatchObject({ isAnswered: false, result: { sent: 1, uncertainIds: ['bea'] } });
    expect(calls.filter((call) => call.endsWith(' bea'))).toEqual([]);
  });

  it.each<{ refused: number; sent: number; isStopped: boolean }>([
    { refused: 4, sent: 0, isStopped: false },
    { refused: 5, sent: 5, isStopped: false },
    { refused: 5, sent: 4, isStopped: true },
  ])('stops when SES refuses five people and most of them: $refused of $refused + $sent', async (batch) => {
    const { refused, sent, isStopped } = batch;
    outcomes = [...Array(refused).fill('refused'), ...Array(sent).fill('sent')];
    const end = await send(readers(refused + sent));
    expect(end).toMatchObject(
      isStopped ? { isComplete: false, because: 'stopped' } : { result: { sent, skipped: refused } },
    );
    // A person whose entry is released gets the mailing when it is resumed.
    const change = isStopped ? 'release' : 'refuse';
    expect(calls.filter((call) => call.startsWith(change))).toHaveLength(refused);
    expect(calls.filter((call) => call.startsWith('confirm'))).toHaveLength(sent);
  });
});
