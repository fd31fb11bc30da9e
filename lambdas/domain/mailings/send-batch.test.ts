import { beforeEach, describe, expect, it } from 'vitest';
import type { MailOutcome } from '../../../contract/records/logged-mail.ts';
import { addressKey } from '../mail/mail-log-store.ts';
import type { EntryOutcome } from './bulk-sender.ts';
import { mailingTemplate } from './render-mailing.ts';
import { sendBatch } from './send-batch.ts';
import type { Account } from './subscriber-store.ts';
import { accountOf, readers, recordingRecipients } from './test-recipients.ts';

const template = mailingTemplate(
  { slug: 'spring', group: 'updates', subject: 'News', preheader: 'New', content: [] },
  'https://site.test',
);

/** The writes to the mail log and the calls to SES, in order. */
let calls: string[];
let outcomes: EntryOutcome[];
const earlier = new Map<string, MailOutcome>();

beforeEach(() => {
  calls = [];
  outcomes = [];
  earlier.clear();
});

const callsOf = (name: string) => calls.filter((call) => call.startsWith(`${name} `));

function sendTo(accounts: Account[]) {
  return sendBatch(
    {
      recipients: recordingRecipients(earlier, calls),
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
    await sendTo([accountOf('ana'), accountOf('bea'), accountOf('cleo', false)]);
    expect(calls).toEqual([
      'claim ana, bea 2026-12-01T10:00:00.000Z News',
      'send ana@example.test, bea@example.test',
      'confirm ana',
      'confirm bea',
    ]);
  });

  it('sends nothing to an account whose address got the mailing before it was registered', async () => {
    earlier.set(addressKey('ana@example.test'), 'sent');
    await sendTo([accountOf('ana')]);
    expect(calls).toEqual([]);
  });

  it('writes and sends nothing when each person has the mailing already or has unsubscribed', async () => {
    earlier.set('ana', 'delivered');
    const end = await sendTo([accountOf('ana'), accountOf('cleo', false)]);
    expect(calls).toEqual([]);
    expect(end).toEqual({
      isComplete: true,
      isAnswered: true,
      result: { sent: 1, skipped: 1, uncertainIds: [] },
    });
  });

  it('counts an email that an interrupted run left as "sending" as uncertain', async () => {
    earlier.set('ana', 'sending');
    outcomes = ['sent'];
    const end = await sendTo([accountOf('ana'), accountOf('bea')]);
    expect(callsOf('send')).toEqual(['send bea@example.test']);
    expect(end).toMatchObject({ result: { sent: 1, skipped: 0, uncertainIds: ['ana'] } });
  });

  it('counts an email for which SES returned no outcome as uncertain', async () => {
    outcomes = ['sent'];
    const end = await sendTo([accountOf('ana'), accountOf('bea')]);
    expect(end).toMatchObject({ isAnswered: false, result: { sent: 1, uncertainIds: ['bea'] } });
    expect(calls.slice(2)).toEqual(['confirm ana']);
  });

  it.each([
    [4, 0],
    [5, 5],
  ])('skips the refused people when SES refuses %d and accepts %d', async (refused, sent) => {
    outcomes = [...Array(refused).fill('refused'), ...Array(sent).fill('sent')];
    expect(await sendTo(readers(refused + sent))).toMatchObject({ result: { sent, skipped: refused } });
    expect(callsOf('refuse')).toHaveLength(refused);
  });

  it('stops, and releases the refused people, when SES refuses five of nine', async () => {
    outcomes = [...Array(5).fill('refused'), ...Array(4).fill('sent')];
    expect(await sendTo(readers(9))).toEqual({ isComplete: false, because: 'stopped' });
    // A released person gets the mailing after somebody resumes it.
    expect(callsOf('release')).toHaveLength(5);
    expect(callsOf('confirm')).toHaveLength(4);
    expect(callsOf('refuse')).toEqual([]);
  });
});
