import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { owner } from '../../settings.ts';
import { mailsTo } from '../person.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

const team = 'team@lorewright.example';

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill('Ana Ferreira');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Message').fill('Hello,\nis there a map of <Atlantis>?');
}
const send = (page: Page) => page.getByRole('button', { name: 'Send message' });

test('sends a visitor’s message that the team can answer, and a receipt', async ({ page, cloud }) => {
  const email = `${randomUUID()}@example.test`;
  await openPage(page, '/contact');
  await fillIn(page, email);
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('Hello,\nis there a map of <Atlantis>?');
  await send(page).click();
  await expect(page.getByRole('status').filter({ hasText: email })).toContainText('A receipt is on its way');

  await expect
    .poll(async () => (await mailsTo(cloud.siteUrl, email)).map(({ subject }) => subject), {
      intervals: [50],
    })
    .toEqual(['We have received your message to Lorewright']);
  const message = (await mailsTo(cloud.siteUrl, team)).find(({ headers }) => headers['Reply-To'] === email);
  expect(message?.subject).toBe('Message from Ana Ferreira');
  expect(message?.text).toContain('> Hello,\n> is there a map of <Atlantis>?');
  expect(message?.html).toContain('is there a map of &lt;Atlantis&gt;?');

  await expectUsableByEveryone(page);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test.describe('on a phone, by keyboard only', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('sends a message past the honeypot field', { tag: '@extended' }, async ({ page }) => {
    await openPage(page, '/contact');
    await page.getByLabel('Name').waitFor();
    await page.getByLabel('Name').focus();
    await page.keyboard.type('Ana');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ana@example.test');
    await page.keyboard.press('Tab');
    await page.keyboard.type('By keyboard.');
    await page.keyboard.press('Tab');
    await expect(send(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Thank you!')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Write another message' })).toBeFocused();
  });
});

test.describe('without JavaScript', () => {
  testInNewContext.use({ javaScriptEnabled: false });

  testInNewContext('shows the email address, and says so', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByRole('link', { name: owner.contactAddress, exact: true })).toBeVisible();
    // Playwright disables scripts, but finds no text in a noscript.
    expect(await page.content()).toContain(
      `<noscript><p>The form needs JavaScript. You can also write to ${owner.contactAddress}.`,
    );
  });
});
