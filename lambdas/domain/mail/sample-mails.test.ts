import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { securityChanges } from '../../../contract/events/security-changes.ts';
import type { Mail } from './layout.ts';
import { sampleMails } from './sample-mails.ts';
import { readHtml } from './test-read-html.ts';

const readSamples = () => sampleMails('https://site.test');
const samples = readSamples();
/** The text of each email. Run this file with --update after a change. */
const textsFolder = join(import.meta.dirname, 'sample-texts');

describe.each(samples.map(({ name, kind }) => [name, kind] as const))('%s', (name, kind) => {
  // Each test writes its email again: Stryker (`ignoreStatic`) skips code that runs only while a file loads.
  let mail: Mail;
  beforeEach(() => {
    const sample = readSamples().find((one) => one.name === name);
    if (!sample) throw new Error(`There is no email ${name}.`);
    mail = sample.mail;
  });

  test('has the text in sample-texts', async () => {
    await expect(`${mail.subject}\n\n${mail.text}\n`).toMatchFileSnapshot(join(textsFolder, `${name}.txt`));
  });

  test('has the same words in text and HTML', () => {
    const bare = (text: string) =>
      text
        .replace(/^> /gm, '')
        .replace(/^-- $/gm, '')
        .replace(/[\s:]+/g, '');
    const withoutBrand = readHtml(mail.html)
      .trimStart()
      .replace(/^Lorewright/, '');
    expect(bare(withoutBrand)).toBe(bare(mail.text));
  });

  test(
    kind === 'group' ? 'says how to unsubscribe' : 'has no unsubscribe link, because it cannot be turned off',
    () => {
      expect(Object.keys(mail.headers ?? {})).toEqual(
        kind === 'group' ? ['List-Unsubscribe', 'List-Unsubscribe-Post'] : [],
      );
      expect(/unsubscribe#token=/.test(mail.text)).toBe(kind === 'group');
      expect(/unsubscribe#token=/.test(mail.html)).toBe(kind === 'group');
    },
  );

  test('has a subject that fits into a list of emails, and no header with a line break', () => {
    expect(mail.subject.length).toBeLessThanOrEqual(60);
    for (const value of [mail.subject, ...Object.values(mail.headers ?? {})])
      expect(value).not.toMatch(/\p{Cc}/u);
  });
});

test('includes each kind of email', () => {
  expect(samples.map(({ name }) => name)).toEqual([
    'verify',
    'reset',
    'password-changed',
    'new-address',
    'old-address',
    ...securityChanges.map((change) => `security-${change}`),
    'welcome',
    'license-email',
    'license-gift',
    'license-reissued',
    'license-revoked',
    'license-restored',
    'license-duplicateRefunded',
    'license-paymentPending',
    'license-paymentFailed',
    'license-partlyRefunded',
    'license-withdrawn',
    'license-offer',
    'license-passedOn',
    'withdrawal-received',
    'withdrawal-link',
    'withdrawal-acknowledgment',
    'subscription',
    'subscription-again',
    'subscription-of-account',
    'contact-acknowledgment',
    'feedback-answer',
    'problem-answer',
    'account-deleted',
    'team-contact',
    'team-feedback',
    'team-refundFailed',
    'team-heldTwice',
    'team-dispute',
    'team-inquiry',
    'team-reset-due',
    'team-withdrawal',
    'team-withdrawal-waits',
    'team-repairs',
    'team-article',
    'team-mailing',
    'team-release',
    'team-rollout',
  ]);
});

test('has no file for an email that no longer exists', async () => {
  const expected = samples.map(({ name }) => `${name}.txt`);
  const files = await readdir(textsFolder);
  expect(files.filter((file) => !expected.includes(file))).toEqual([]);
});

test('renders the welcome email as in sample-welcome-html.txt', async () => {
  const html = readSamples().find(({ name }) => name === 'welcome')?.mail.html;
  await expect(html).toMatchFileSnapshot(join(import.meta.dirname, 'sample-welcome-html.txt'));
});
