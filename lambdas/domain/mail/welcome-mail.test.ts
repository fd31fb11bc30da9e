import { expect, test } from 'vitest';
import { freeUntil } from '../../../test/free-until.ts';
import { welcomeMail } from './welcome-mail.ts';

const { subject, text, html, headers } = welcomeMail('https://site.test');

test('links to the license, in text and HTML', () => {
  expect(subject).toContain('Welcome');
  expect(text).toContain('https://site.test/pricing');
  expect(html).toContain('href="https://site.test/pricing"');
});

test('offers the four groups of emails', () => {
  expect(text).toMatch(
    /only if you ask for them: updates .*, free resources, our questions, and the newsletter/,
  );
  expect(text).toContain('https://site.test/preferences');
  expect(headers).toBeUndefined();
});

test('names the last day of a free offer that ends', () => {
  const textNow = () => welcomeMail('https://site.test').text;
  freeUntil('2026-12-31');
  expect(textNow()).toContain('Claim it before the end of December 31, 2026 (UTC), and keep it for life.');
  freeUntil(undefined);
  expect(textNow()).not.toContain('before the end of');
});
