import type { Page } from '@playwright/test';
import type { StoredUser } from '../../lambdas/domain/users/user-store.ts';
import { mailsTo } from '../person.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { signInAsNewPerson } from './sign-in.ts';

const text = (page: Page) => page.getByLabel('Your feedback');
const send = (page: Page) => page.getByRole('button', { name: 'Send feedback' });
const success = 'Feedback submitted successfully!';

/** The stored feedback of a user. */
async function feedbackOf(siteUrl: string, { userId }: Pick<StoredUser, 'userId'>) {
  const tables = await (await fetch(`${siteUrl}/__local/tables.json`)).json();
  return (tables.DataFeedback as { userId: string }[]).filter((feedback) => feedback.userId === userId);
}

test('keeps a draft after a reload, sends it once, and the team can answer it', async ({ page, cloud }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await page.goto('/feedback');
  await expect(page.getByLabel('What is it about?')).toHaveValue('General Feedback');
  await page.getByLabel('What is it about?').selectOption('An idea');
  await text(page).fill('A compass on the map,\nplease.');
  const stored = await page.evaluate(() => localStorage.getItem('feedbackDraft'));
  expect(stored).toContain(person.userId);
  expect(stored).not.toContain(person.email);
  await page.reload();
  await expect(text(page)).toHaveValue('A compass on the map,\nplease.');
  await expect(page.getByLabel('What is it about?')).toHaveValue('An idea');

  await send(page).click();
  await expect(page.getByText(success)).toBeVisible();
  await expect(text(page)).toHaveValue('');
  expect(await feedbackOf(cloud.siteUrl, person)).toEqual([
    expect.objectContaining({ type: 'An idea', content: 'A compass on the map,\nplease.', comments: [] }),
  ]);
  await expect
    .poll(
      async () => (await mailsTo(cloud.siteUrl, 'team@lorewright.example')).map(({ headers }) => headers),
      { intervals: [50] },
    )
    .toContainEqual(expect.objectContaining({ 'Reply-To': person.email }));

  await page.reload();
  await expect(text(page)).toHaveValue('');
});

test('stores feedback once when the response is lost', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await page.goto('/feedback');
  await text(page).fill('A scale, too.');
  await page.route(
    '**/api/feedback',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText('Feedback submission failed! Please try again.');
  await expect(text(page)).toHaveValue('A scale, too.');

  await send(page).click();
  await expect(page.getByText(success)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await feedbackOf(cloud.siteUrl, person)).toHaveLength(1);
  // The browser logs the aborted response.
  await expectComplaints(complaints, /ERR_FAILED/, 1);
});

test('shows the limit while typing, and announces it only near the end', { tag: '@extended' }, async ({
  page,
  cloud,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  await page.goto('/feedback');
  const announcement = page.getByRole('status').filter({ hasText: /left|too long/ });
  await text(page).fill('x'.repeat(3000));
  await expect(page.getByText('3,000 of 4,000 characters')).toBeVisible();
  await expect(announcement).toHaveCount(0);
  await text(page).fill('x'.repeat(3955));
  await expect(announcement).toHaveText('At most 50 characters left.');
  await text(page).fill('x'.repeat(4001));
  await expect(announcement).toHaveText('The text is too long.');
  await expect(text(page)).toHaveAttribute('aria-invalid', 'true');

  await send(page).click();
  await expect(page.getByRole('alert')).toHaveText('The text is too long by 1 character.');
  await text(page).press('End');
  await text(page).press('Backspace');
  await send(page).click();
  await expect(page.getByText(success)).toBeVisible();
});

test('shares one draft between two tabs', { tag: '@extended' }, async ({ page, context, cloud }) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await page.goto('/feedback');
  const other = await context.newPage();
  await other.goto('/feedback');
  await text(page).fill('From the first tab.');
  await expect(text(other)).toHaveValue('From the first tab.');
  await text(other).fill('From the second tab.');
  await expect(text(page)).toHaveValue('From the second tab.');

  await send(page).click();
  await expect(page.getByText(success)).toBeVisible();
  await expect(text(other)).toHaveValue('');
  await send(other).click();
  expect(await feedbackOf(cloud.siteUrl, person)).toHaveLength(1);
});

test.describe('on a phone, by keyboard only', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('sends feedback', { tag: '@extended' }, async ({ page, cloud }) => {
    await signInAsNewPerson(page, cloud.siteUrl);
    await page.goto('/feedback');
    await text(page).waitFor();
    await page.locator('main').focus();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('What is it about?')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.type('By keyboard.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(success)).toBeVisible();
    await expect(send(page)).toBeFocused();
  });
});
