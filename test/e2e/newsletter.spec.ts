import type { Page } from '@playwright/test';
import { mailsTo, newAddress } from '../person.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';

async function linkIn(siteUrl: string, email: string): Promise<string> {
  const links = async () =>
    (await mailsTo(siteUrl, email)).flatMap(({ text }) => text.match(/https?:\S+#confirm=\S+/g) ?? []);
  await expect.poll(links, { intervals: [50] }).toHaveLength(1);
  return (await links())[0] ?? '';
}

const button = (page: Page, name: string) => page.getByRole('button', { name });

test('starts, changes and deletes emails without an account, each with a button', async ({
  page,
  cloud,
  complaints,
}) => {
  const email = newAddress();
  await openPage(page, '/newsletter');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await button(page, 'Send me the link').click();
  await expect(page.getByRole('alert')).toHaveText('Choose at least one kind of email.');
  await expectUsableByEveryone(page);
  await page.getByLabel('Newsletter:').check();
  await button(page, 'Send me the link').click();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();

  await page.goto(await linkIn(cloud.siteUrl, email));
  await expect(page.getByText(email)).toBeVisible();
  expect(page.url()).toBe(`${cloud.siteUrl}/newsletter`);
  await expectUsableByEveryone(page);
  await button(page, 'Get these emails').click();
  await expect(page.getByText('Done. You get these emails from now on.')).toBeVisible();
  await expectUsableByEveryone(page);

  await page.getByLabel('Updates:').check();
  await button(page, 'Save').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Updates:')).toBeChecked();

  const download = page.waitForEvent('download');
  await button(page, 'Download everything').click();
  expect((await download).suggestedFilename()).toBe('lorewright-newsletter.json');
  await button(page, 'Delete my address').click();
  await button(page, 'Delete it now').click();
  await expect(page.getByText('You get no more emails.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('We store nothing about this address any more.');
  await page.getByRole('link', { name: 'Sign up again' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');
  await expectComplaints(complaints, /404/);
});
