import { expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { mailLogStore } from '../mail/mail-log-store.ts';
import { mailingOf, recipientKey, recipientStore } from './recipient-store.ts';

const { client, names } = testSiteTables('MailLog');
const recipients = recipientStore(client, names.MailLog);
const log = mailLogStore(client, names.MailLog);
const mail = { at: '2026-12-01T10:00:00.000Z', subject: 'News' };
const outcomesOf = async (slug: string) =>
  Object.fromEntries(await recipients.outcomes(slug, ['ana', 'bea', 'cleo']));

it('adds all entries or none, and each only once', async () => {
  await recipients.claim('claimed', ['ana'], mail);
  await expect(recipients.claim('claimed', ['bea', 'ana'], mail)).rejects.toThrow('at the same time');
  expect(await outcomesOf('claimed')).toEqual({ ana: 'sending' });
});

it('keeps a report of SES when the run confirms, refuses or releases the email later', async () => {
  await recipients.claim('reported', ['ana', 'bea', 'cleo'], mail);
  for (const userId of ['ana', 'bea', 'cleo'])
    await log.report(recipientKey('reported', userId), { outcome: 'delivered', reportedAt: mail.at });
  await recipients.confirm('reported', 'ana');
  await recipients.refuse('reported', 'bea');
  await recipients.release('reported', 'cleo');
  expect(await outcomesOf('reported')).toEqual({ ana: 'delivered', bea: 'delivered', cleo: 'delivered' });
});

it('lets a released email be sent again', async () => {
  await recipients.claim('released', ['ana', 'bea'], mail);
  await recipients.release('released', 'ana');
  await recipients.refuse('released', 'bea');
  await recipients.claim('released', ['ana'], mail);
  expect(await outcomesOf('released')).toEqual({ ana: 'sending', bea: 'failed' });
});

it('does not create the entry of a deleted account again', async () => {
  await recipients.confirm('deleted', 'ana');
  expect(await outcomesOf('deleted')).toEqual({});
});

it('finds the mailing of an email by its key', () => {
  expect(mailingOf(recipientKey('spring', 'ana'))).toBe('spring');
  expect(mailingOf({ mailId: 'sT4nD' })).toBeUndefined();
});
