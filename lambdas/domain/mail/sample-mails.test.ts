import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { securityChanges } from '../../../contract/events/security-changes.ts';
import { sampleMails } from './sample-mails.ts';
import { readHtml } from './test-read-html.ts';

const samples = sampleMails('https://site.test');
/** What each email says. `vitest --update` writes the files. */
const textsFolder = join(import.meta.dirname, 'sample-texts');

describe.each(samples.map((sample) => [sample.name, sample] as const))('%s', (name, { kind, mail }) => {
  test('says what its file says', async () => {
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
    'license-revoked',
    'license-restored',
    'license-duplicateRefunded',
    'license-paymentFailed',
    'license-partlyRefunded',
    'license-withdrawn',
    'withdrawal-received',
    'withdrawal-link',
    'withdrawal-acknowledgment',
    'contact-acknowledgment',
    'feedback-answer',
    'account-deleted',
    'team-contact',
    'team-feedback',
    'team-refundFailed',
    'team-heldTwice',
    'team-withdrawal',
    'team-withdrawal-waits',
    'team-repairs',
    'team-article',
    'team-release',
  ]);
});

test('has a file for each text, and no others', async () => {
  const fileNames = samples.map(({ name }) => `${name}.txt`);
  expect((await readdir(textsFolder)).sort()).toEqual(fileNames.sort());
});

test('lays out the HTML of an email as its file does', async () => {
  const html = samples.find(({ name }) => name === 'welcome')?.mail.html;
  await expect(html).toMatchFileSnapshot(join(import.meta.dirname, 'sample-welcome-html.txt'));
});
