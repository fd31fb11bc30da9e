import { expect, test } from 'vitest';
import { welcomeMail } from './welcome-mail.ts';

test('links to the license, in text and HTML', () => {
  const { subject, text, html } = welcomeMail({
    userId: 'user-1',
    siteUrl: 'https://site.test',
    linkKey: 'k'.repeat(32),
  });
  expect(subject).toContain('Welcome');
  expect(text).toContain('https://site.test/pricing');
  expect(html).toContain('href="https://site.test/pricing"');
});
