import { setImmediate } from 'node:timers/promises';
import type { MailOutcome } from '../../../contract/records/logged-mail.ts';
import type { RecipientStore } from './recipient-store.ts';
import type { Account } from './subscriber-store.ts';

export const accountOf = (userId: string, isRecipient = true): Account => ({
  userId,
  email: `${userId}@example.test`,
  isRecipient,
});

export const readers = (count: number): Account[] =>
  Array.from({ length: count }, (_, index) => accountOf(`reader-${index}`));

/** A mail log with the outcomes of earlier runs. It adds each write to `calls`. */
export function recordingRecipients(earlier: Map<string, MailOutcome>, calls: string[]): RecipientStore {
  const record = (name: string) => async (_slug: string, userId: string) => {
    calls.push(`${name} ${userId}`);
    return true;
  };
  return {
    outcomes: async () => new Map(earlier),
    async claim(_, userIds, { at, subject }) {
      // Recorded when the write ends, so a call to SES that does not wait for it is recorded first.
      await setImmediate();
      calls.push(`claim ${userIds.join(', ')} ${at} ${subject}`);
    },
    confirm: record('confirm'),
    refuse: record('refuse'),
    release: record('release'),
  };
}
