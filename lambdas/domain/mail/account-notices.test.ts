import { expect, test } from 'vitest';
import { emailChangeWarning, goodbyeMail, passwordChangedNotice } from './account-notices.ts';

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
