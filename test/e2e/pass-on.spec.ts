import { pay } from '../pay.ts';
import { mailsTo, password, registerPerson } from '../person.ts';
import { passwordField } from './account-page.ts';
import { enterCredentials } from './auth-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, testInNewContext as test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

for (const [size, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)
  test(`passes a license on to a friend, on a ${size}`, async ({ page, cloud }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    const [giver, friend] = [await registerPerson(cloud.siteUrl), await registerPerson(cloud.siteUrl)];
    const { sessionId, url } = await giver.call('checkout', {
      priceId: 'price_local_early_access',
      success_url: `${cloud.siteUrl}/pricing?checkout=success`,
      cancel_url: `${cloud.siteUrl}/pricing?checkout=cancelled`,
    });
    await pay(url);
    await giver.call('confirmCheckout', { sessionId });

    await signInAs(page, cloud.siteUrl, giver);
    await openPage(page, '/account?tab=license');
    await page.getByRole('button', { name: 'Pass it on', exact: true }).click();
    await page.getByLabel('Email address of the new holder').fill(friend.email);
    await passwordField(page).fill(password);
    await page.getByRole('button', { name: 'Send the offer' }).click();
    await expect(page.getByText('We sent an offer to')).toContainText(friend.email);
    await expectUsableByEveryone(page);

    let link = '';
    await expect
      .poll(
        async () => {
          const [mail] = await mailsTo(cloud.siteUrl, friend.email);
          link = /\S+\/accept-license#token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
          return link;
        },
        { intervals: [100], timeout: 20_000 },
      )
      .toContain('#token=');
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await enterCredentials(page, friend.email);
    await page.getByRole('button', { name: 'Submit' }).click();
    const accept = page.getByRole('button', { name: 'Accept the license' });
    await expect(accept).toBeVisible();
    expect(page.url()).toBe(`${cloud.siteUrl}/accept-license`);
    await expectUsableByEveryone(page);
    await accept.click();
    await expect(page.getByText(/^The license is yours now/)).toBeVisible();
    await page.getByRole('link', { name: 'See your license' }).click();
    await expect(page.getByText(/^A lifetime license for/)).toContainText(friend.email, { timeout: 30_000 });

    await signInAs(page, cloud.siteUrl, giver);
    await openPage(page, '/account?tab=purchases');
    await expect(page.getByText('This license belongs to another account now.')).toBeVisible();
  });
