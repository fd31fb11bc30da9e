import type { Request } from '@playwright/test';
import { mailsTo, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { unsubscribeLinks } from '../unsubscribe-links.ts';
import { changeEmail, newAddress, newestMail, registerElsewhere } from './auth-page.ts';
import { expect, test } from './fixtures.ts';
import { signInAs } from './sign-in.ts';

/** The name of the operation of the user pool or of the site. */
const operationOf = (request: Request) =>
  (request.headers()['x-amz-target'] ?? new URL(request.url()).pathname).split(/[./]/).at(-1) ?? '';

// Mail servers open the links of emails before people do and run the scripts of the page, but press
// no button.
test('changes nothing when the links of emails are only opened', async ({ page, cloud: { siteUrl } }) => {
  const unconfirmed = await registerElsewhere(siteUrl);
  const reader = await registerPerson(siteUrl, newAddress());
  await expect.poll(() => mailsTo(siteUrl, reader.email), { intervals: [50] }).toHaveLength(2);
  const { link: newEmailLink } = await changeEmail(siteUrl, reader);
  const subscribed = await unsubscribeLinks(siteUrl, await registerAdmin(siteUrl));
  const links = [
    (await newestMail(siteUrl, unconfirmed)).link,
    newEmailLink,
    ...Object.values(subscribed),
    ...(await mailsTo(siteUrl, reader.email)).flatMap(({ text }) => text.match(/https?:\/\/\S+#\S+/g) ?? []),
    `${siteUrl}/withdraw#token=e30.c2lnbmF0dXJl`,
    `${siteUrl}/redeem#code=ABCD-EFGH-JKLM-2345`,
  ];
  expect(links.length).toBeGreaterThanOrEqual(7);
  // The new address can only be confirmed by its owner, who may be signed in.
  await signInAs(page, siteUrl, reader);
  const stored = async () => (await fetch(`${siteUrl}/__local/tables.json`)).json();
  const before = await stored();
  const operations: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') operations.push(operationOf(request));
  });

  for (const link of links) {
    // Some programs that check emails write `#` as `%23`.
    for (const address of [link, link.replace('#', '%23')]) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('button').first(), address).toBeVisible();
      // A page that acts without a click may load code before it sends anything.
      await page.waitForLoadState('networkidle');
    }
  }
  expect(operations).toEqual([]);
  const { Users: users, Orders: orders } = await stored();
  expect({ users, orders }).toEqual({ users: before.Users, orders: before.Orders });
  expect((await reader.call('me')).email).toBe(reader.email);
});
