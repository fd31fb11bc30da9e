import { mailsTo, registerPerson } from '../person.ts';
import { changeEmail, newAddress, newestMail, registerElsewhere } from './auth-page.ts';
import { expect, test } from './fixtures.ts';
import { signInAs } from './sign-in.ts';

// Mail servers open the links of emails before people do, run the scripts of the page, and press
// nothing.
test('changes nothing when the links of emails are only opened', async ({ page, cloud: { siteUrl } }) => {
  const unconfirmed = await registerElsewhere(siteUrl);
  const reader = await registerPerson(siteUrl, newAddress());
  await expect.poll(() => mailsTo(siteUrl, reader.email), { intervals: [50] }).toHaveLength(2);
  const { link: newEmailLink } = await changeEmail(siteUrl, reader);
  const links = [
    (await newestMail(siteUrl, unconfirmed)).link,
    newEmailLink,
    ...(await mailsTo(siteUrl, reader.email)).flatMap(({ text, headers }) => [
      ...(text.match(/https?:\/\/\S+#\S+/g) ?? []),
      ...(/<(http[^>]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.slice(1) ?? []),
    ]),
    `${siteUrl}/withdraw#token=e30.c2lnbmF0dXJl`,
    `${siteUrl}/redeem#code=ABCD-EFGH-JKLM-2345`,
  ];
  expect(links.length).toBeGreaterThanOrEqual(7);
  // The new address can only be confirmed by its owner, who may be signed in.
  await signInAs(page, siteUrl, reader);
  const stored = async () => (await fetch(`${siteUrl}/__local/tables.json`)).json();
  const before = await stored();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(`${request.url()} ${request.postData()}`);
  });

  for (const link of links) {
    // As programs write it that check emails, too.
    for (const address of [link, link.replace('#', '%23')]) {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('button').first(), address).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
  }
  const changing = calls.filter(
    (call) => !/InitiateAuth|GetUser|reviewSecurity|referralImpression/.test(call),
  );
  expect(changing).toEqual([]);
  const { Users: users, Orders: orders } = await stored();
  expect({ users, orders }).toEqual({ users: before.Users, orders: before.Orders });
  expect((await reader.call('me')).email).toBe(reader.email);
});
