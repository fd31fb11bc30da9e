import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sampleVersion } from '../../local/sample-release.ts';
import { password } from '../person.ts';
import { newestMail } from './auth-page.ts';
import { expect, test } from './fixtures.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function register(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await navigation(page).getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText(email)).toBeVisible();
}

test('lets a new visitor register, claim the free license and download a build', async ({ page, cloud }) => {
  const email = 'stranger@example.test';
  await register(page, email);
  await page.getByLabel('Confirmation code').fill((await newestMail(cloud.siteUrl, email)).code);
  await page.getByRole('button', { name: 'Confirm' }).click();

  await page.waitForURL('**/pricing');
  await expect(navigation(page).getByRole('link', { name: 'Account' })).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Download' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Get your free license' }).click();

  await expect(page.getByText('Local stand-in for Stripe Checkout')).toBeVisible();
  await expect(page.getByText('Lorewright Early Access')).toBeVisible();
  await expect(page.getByLabel(/e-?mail/i)).toHaveValue(email);
  await page.getByRole('button', { name: 'Complete order' }).click();

  await page.waitForURL('**/pricing?checkout=success');
  await expect(page.getByText('Your license is ready.')).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: 'Pricing' })).toHaveCount(0);
  await navigation(page).getByRole('link', { name: 'Download' }).click();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /Windows/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`Lorewright-${sampleVersion}-x64.exe`);
  const bytes = await readFile(await file.path());
  const uploaded = await readFile(`${cloud.dir}/sample-release/win-x64/Lorewright-${sampleVersion}-x64.exe`);
  expect(sha256(bytes)).toBe(sha256(uploaded));

  await navigation(page).getByRole('link', { name: 'Account' }).click();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/lifetime/i).first()).toBeVisible();

  await page.getByRole('tab', { name: 'License' }).click();
  const licenseDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download license file' }).click();
  const license = await (await licenseDownload).path();
  const keys = page.waitForResponse('**/.well-known/lorewright-license-keys.json');
  await page.getByRole('main').getByRole('link', { name: 'Check a license' }).click();
  await keys;
  await page.context().setOffline(true);
  await page.getByLabel(/^Drop lorewright\.license here/).setInputFiles(license);
  await expect(page.getByText('This license is genuine')).toBeVisible();
  await expect(page.getByText('lorewright-local')).toBeVisible();
  await page.context().setOffline(false);
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('confirms with the link in the email, even in another browser', async ({ page, browser, cloud }) => {
  const email = 'by-link@example.test';
  await register(page, email);
  const { link } = await newestMail(cloud.siteUrl, email);

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByText(email)).toBeVisible();
  await other.getByLabel('Password that you chose', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Confirm', exact: true }).click();
  await other.waitForURL('**/pricing');

  // The first tab still waits for a code, and then shows that it no longer needs one.
  await page.getByRole('button', { name: 'I have opened the link' }).click();
  await page.waitForURL('**/pricing');
});
