import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  accessLogDays,
  auditYears,
  backupDays,
  deadLetterDays,
  deletedUserHours,
  idempotencyDays,
  logDays,
  mailLogDays,
  previousVersionDays,
  unconfirmedHours,
  unpaidOrderDays,
} from '../contract/rules/retention.ts';

const privacyPolicy = readFileSync('content/legal/privacy.md', 'utf8');
const runbook = readFileSync('docs/runbook.md', 'utf8');

describe('the privacy policy', () => {
  it.each([
    ['an unpaid checkout', `A checkout that is not finished is removed after ${unpaidOrderDays} days`],
    ['an unconfirmed account', `within ${unconfirmedHours} hours, the account is removed`],
    ['idempotency keys', `Checksums of emails and registrations: ${idempotencyDays} days`],
    ['the mark of a referral', `a checksum of your user ID for ${idempotencyDays} days`],
    ['the mark of an email', `is kept for ${idempotencyDays} days and some days`],
    ['the list of emails', `The list of emails sent to you: ${mailLogDays} days`],
    ['logs', `Logs: ${logDays} days`],
    ['dead letters', `If it keeps failing, up to ${deadLetterDays} days`],
    ['backups', `for up to ${backupDays} days`],
    ['the record of the team', `without your address, for ${auditYears} years`],
  ])('states how long %s is kept', (_, sentence) => {
    expect(privacyPolicy).toContain(sentence);
  });

  it('states one day for the ID of a deleted user and one period for all logs', () => {
    expect(privacyPolicy).toContain('the user ID alone stays for a day');
    expect(deletedUserHours).toBe(24);
    expect(accessLogDays).toBe(logDays);
  });
});

describe('the runbook', () => {
  it.each([
    ['backups', `the last ${backupDays} days`],
    ['dead letters', `dead-letter queue for ${deadLetterDays} days and is then lost`],
    ['previous versions of files', `for ${previousVersionDays} days as an earlier version`],
  ])('states how long %s are kept', (_, sentence) => {
    expect(runbook).toContain(sentence);
  });
});

describe('the architecture', () => {
  it('states how long dead letters are kept', () => {
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(
      `dead-letter queue for ${deadLetterDays} days`,
    );
  });
});
