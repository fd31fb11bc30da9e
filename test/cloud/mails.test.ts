import { describe, expect, test } from 'vitest';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import { rateLimits } from '../../lambdas/domain/limits/rate-limits.ts';
import { sampleMails } from '../../lambdas/domain/mail/sample-mails.ts';
import { askUserPool } from '../ask-user-pool.ts';
import { mailsTo, newAddress, readSettings, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { sitePaths } from '../site-paths.ts';
import { exceptUpdates, unsubscribeLinks } from '../unsubscribe-links.ts';
import { siteUrl } from './site.ts';

/** Every URL in a text or in HTML. */
const addressesIn = (text: string) =>
  [...text.matchAll(/https?:\/\/[^\s"<>]+/g)].map(([address]) => address.replaceAll('&amp;', '&'));

describe.each(sampleMails(siteUrl).map(({ name, mail }) => [name, mail] as const))('%s', (_, mail) => {
  test('has no broken link, and the same links in text and HTML', async () => {
    const addresses = new Set(addressesIn(mail.text));
    expect(new Set(addressesIn(mail.html))).toEqual(addresses);
    for (const address of addresses) {
      const { origin, pathname } = new URL(address);
      expect(origin).toBe(siteUrl);
      expect(sitePaths()).toContain(pathname);
      expect((await fetch(address)).status, address).toBe(200);
    }
  });

  test('has no broken URL in a header', async () => {
    for (const address of addressesIn(Object.values(mail.headers ?? {}).join(' '))) {
      // The sample is signed with another key, so the operation exists but rejects the token.
      const posted = await fetch(address, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
      expect([posted.status, await posted.text()]).toEqual([400, expect.stringContaining('damaged')]);
      const opened = await fetch(address);
      expect([opened.status, new URL(opened.url).pathname]).toEqual([200, '/unsubscribe']);
    }
  });
});

test('sends an email with a code from our address, as text and HTML with one link and one code', async () => {
  const { email } = await registerPerson(siteUrl, newAddress());
  const mails = await mailsTo(siteUrl, email);
  const mail = mails.find(({ subject }) => subject === 'Confirm your email for Lorewright');
  expect(mail?.headers.From).toBe('Lorewright <hello@lorewright.example>');
  const code = /Your code: (\d{6})\n/.exec(mail?.text ?? '')?.[1];
  const end = /&end=([\w-]+\.[\w-]+)/.exec(mail?.text ?? '')?.[1];
  const link = `${siteUrl}/auth?mode=verify#email=${encodeURIComponent(email)}&code=${code}&end=${end}`;
  expect(addressesIn(mail?.text ?? '')).toEqual([link]);
  expect(addressesIn(mail?.html ?? '')).toContain(link);
  expect(mail?.html).toContain(`>${code}<`);
});

test('lets an email client unsubscribe from the group with its own button, repeatedly', async () => {
  const person = await registerAdmin(siteUrl);
  const { oneClick } = await unsubscribeLinks(siteUrl, person);
  for (const body of [
    new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    new FormData(),
    'List-Unsubscribe=One-Click',
  ]) {
    const response = await fetch(oneClick, { method: 'POST', body });
    expect([response.status, await response.json()]).toEqual([200, { result: {} }]);
  }
  expect((await person.call('me')).unsubscriptions).toEqual([...unsubscribableGroups]);
});

test('redirects a GET of the one-click URL to the page, with the token in the fragment', async () => {
  const person = await registerAdmin(siteUrl);
  const { group, oneClick } = await unsubscribeLinks(siteUrl, person);
  const response = await fetch(oneClick, { redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(new URL(response.headers.get('location') ?? '', siteUrl).href).toBe(group);
  // A GET must not unsubscribe, because email scanners open links to check them.
  expect((await person.call('me')).unsubscriptions).toEqual(exceptUpdates);
});

test('limits the emails with codes for a new password per hour', { tags: 'extended' }, async () => {
  const { email } = await registerPerson(siteUrl, newAddress());
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  const limit = rateLimits.resetMail.calls;
  for (let asked = 0; asked <= limit; asked++)
    await askUserPool(siteUrl, 'ForgotPassword', { ClientId, Username: email });
  const mails = await mailsTo(siteUrl, email);
  expect(mails.filter(({ subject }) => subject.startsWith('Set a new password'))).toHaveLength(limit);
});
