import { expect, test } from 'vitest';
import { freeUntil } from '../../../test/free-until.ts';
import { emailChangeWarning, goodbyeMail, passwordChangedNotice, welcomeMail } from './account-notices.ts';

const siteUrl = 'https://site.test';

test('links from the warning to a new password and to the contact form', () => {
  const { text, html, headers } = emailChangeWarning(siteUrl);
  for (const link of ['https://site.test/auth?step=forgot-password', 'https://site.test/contact']) {
    expect(text).toContain(link);
    expect(html).toContain(`href="${link}"`);
  }
  expect(text).toContain('Sign Out Everywhere');
  expect(headers).toBeUndefined();
});

test('says in the notice of a new password that devices are signed out, and links to help', () => {
  const { text, headers } = passwordChangedNotice(siteUrl);
  expect(text).toContain('All devices have been signed out.');
  expect(text).toContain('https://site.test/auth?step=forgot-password');
  expect(text).toContain('https://site.test/contact');
  expect(headers).toBeUndefined();
});

test('says in the last email what is deleted, what is kept and where to write', () => {
  const { text, headers } = goodbyeMail(siteUrl);
  expect(text).toMatch(/deleted your account.*feedback/);
  expect(text).toMatch(/We keep orders as tax law requires, without your user ID or email address/);
  expect(text).toContain('https://site.test/contact');
  expect(headers).toBeUndefined();
});

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
