import { expect, test } from 'vitest';
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
