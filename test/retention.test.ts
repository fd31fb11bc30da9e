import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { passOnLinkDays } from '../contract/rules/pass-on.ts';
import {
  accessLogDays,
  auditYears,
  backupDays,
  deadLetterDays,
  deletedUserHours,
  endedSubscriptionDays,
  formerSubscriberDays,
  idempotencyDays,
  logDays,
  mailLogDays,
  manualFeedbackDays,
  previousVersionDays,
  problemDays,
  subscriptionRequestDays,
  unconfirmedHours,
  unpaidOrderDays,
} from '../contract/rules/retention.ts';
import { linkHours } from '../contract/rules/signed-links.ts';
import { withdrawalLinkDays } from '../contract/rules/withdrawal.ts';

/** The sentences of a document that state a period, each with the number of the code. */
const documents: Record<string, string[]> = {
  'content/legal/privacy.md': [
    `a link to a file of this site that works for ${linkHours} hours`,
    `a checksum of your user ID for ${idempotencyDays} days`,
    `A checkout that is not finished is removed after ${unpaidOrderDays} days`,
    `The queue deletes it when it is handled, or after ${deadLetterDays} days`,
    `signed by us, and works for ${withdrawalLinkDays} days`,
    `without your address, for ${auditYears} years`,
    `For ${mailLogDays} days we keep a list of the emails`,
    `your user ID is also listed with that email for up to ${mailLogDays} days`,
    `is kept for ${idempotencyDays} days and some days`,
    `expires after ${subscriptionRequestDays} days`,
    `it is removed after ${endedSubscriptionDays} days`,
    `a checksum of the address stays for ${endedSubscriptionDays} days`,
    `your user ID stay for ${formerSubscriberDays} days`,
    `within ${unconfirmedHours} hours, the account is removed`,
    `The list of emails sent to you: ${mailLogDays} days`,
    `was never confirmed stay for the ${mailLogDays} days`,
    `Checksums of emails and registrations: ${idempotencyDays} days`,
    `It is removed after ${manualFeedbackDays} days`,
    `Answers about pages of the manual: ${manualFeedbackDays} days`,
    `and our answers, for ${problemDays} days`,
    `Reports of problems with the app: ${problemDays} days`,
    `Logs: ${logDays} days`,
    `If it keeps failing, up to ${deadLetterDays} days`,
    `deleted data for up to ${backupDays} days`,
    `is accepted or canceled, for up to ${passOnLinkDays} days`,
    // This is not a retention period: the law allows one month.
    'We aim to answer within 30 days',
  ],
  'docs/alarms.md': [
    `dead-letter queue for ${deadLetterDays} days and is then lost`,
    `after ${mailLogDays} days a mailing cannot be resumed`,
    `for ${previousVersionDays} days as an earlier version`,
    `any second of the last ${backupDays} days`,
  ],
  'docs/support.md': [`expire after ${auditYears} years`, `each email of the last ${mailLogDays} days`],
  'docs/architecture.md': [`dead-letter queue for ${deadLetterDays} days`],
  'docs/mailings.md': [`${mailLogDays} days after the approval`],
};

const read = (file: string) => readFileSync(file, 'utf8');

describe.each(Object.entries(documents))('%s', (file, sentences) => {
  it.each(sentences)('contains "%s"', (sentence) => {
    expect(read(file)).toContain(sentence);
  });
});

describe('the privacy policy', () => {
  const file = 'content/legal/privacy.md';

  it('states no period that this test does not compare', () => {
    const rest = (documents[file] ?? []).reduce(
      (text, sentence) => text.replaceAll(sentence, ''),
      read(file),
    );
    expect(rest.match(/.{0,40}\b\d+ (hour|day|week|month|year)s?\b/g)).toBeNull();
  });

  it('states one day for the ID of a deleted user and one period for all logs', () => {
    expect(read(file)).toContain('the user ID alone stays for a day');
    expect(deletedUserHours).toBe(24);
    expect(accessLogDays).toBe(logDays);
  });
});
