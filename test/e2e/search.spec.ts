import { searchFiles } from '../../contract/content/searchable-page.ts';
import { budgets } from './budgets.ts';
import { tabTo } from './by-keyboard.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { watchVisit } from './first-visit.ts';
import { allowComplaints, expect, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';

testInNewContext(
  'opens with "/", finds a word with a typo within its byte budget, sends the word nowhere, and leads to the part of the page',
  async ({ page }) => {
    await openPage(page, '/pricing');
    // The fonts of the page arrive later, and do not belong to the search.
    await page.locator('html[data-fonts="web"]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer}`));
    const countSearch = watchVisit(page);
    await page.keyboard.press('/');
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Search the site' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    // At once, because results for a part of a word can need fonts with other letters.
    await page.keyboard.insertText('check publsher');
    const found = page.getByRole('link', { name: 'Check the publisher' });
    await expect(found).toBeVisible();
    await page.waitForLoadState('networkidle');
    const { transferredBytes } = await countSearch();
    // The texts alone have more.
    expect(transferredBytes).toBeGreaterThan(20_000);
    expect(transferredBytes).toBeLessThanOrEqual(budgets.searchTransferredBytes);
    await expectUsableByEveryone(page);

    await page.keyboard.press('/');
    await expect(field).toHaveValue('check publsher/');
    await page.keyboard.press('ArrowDown');
    await expect(found).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/manual\/install-on-windows#check-the-publisher$/);
    await expect(page.getByRole('heading', { name: 'Check the publisher' })).toBeInViewport();
    expect(sent.filter((request) => request.includes('publsher'))).toEqual([]);
  },
);

test('closes with Escape even with text in the field, and returns the focus to its button', async ({
  page,
}) => {
  await openPage(page, '/manual');
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('map');
  await expect(page.getByRole('status').filter({ hasText: /results/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button).toBeFocused();
});

test('leads to a part of the page on which it was opened, and closes', async ({ page }) => {
  await openPage(page, '/resources');
  await page.keyboard.press('/');
  await page.getByRole('dialog').getByRole('textbox').fill('kishotenketsu');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 3, name: 'Kishōtenketsu' })).toBeInViewport();
});

test('writes what is typed into the address, from which the page searches again', async ({ page }) => {
  await openPage(page, '/search');
  const entries = await page.evaluate(() => history.length);
  // On this page, "/" leads to its field.
  await page.keyboard.press('/');
  await page.keyboard.type('move & pay');
  await expect(page).toHaveURL(/\/search\?q=move\+%26\+pay$/);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await openPage(page, page.url());
  await expect(page.getByRole('textbox', { name: 'Search the site' })).toHaveValue('move & pay');
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Move to a new computer', exact: true }),
  ).toBeVisible();
  await expectUsableByEveryone(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('textbox', { name: 'Search the site' })).toHaveValue('');
});

testInNewContext('searches the rest when the articles do not arrive', async ({ page, complaints }) => {
  await page.route(`**${searchFiles.articles}`, (route) => route.abort());
  await openPage(page, '/search?q=calendar');
  await expect(page.getByText('The articles of the blog could not be loaded')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Calendar' })).toBeVisible();
  allowComplaints(complaints, /ERR_FAILED/);
});

test.describe('without JavaScript', () => {
  testInNewContext.use({ javaScriptEnabled: false });

  testInNewContext('lists the pages', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('textbox')).toBeHidden();
    const main = page.getByRole('main');
    for (const name of ['FAQ', 'Resources', 'Blog', 'Changelog'])
      await expect(main.getByRole('link', { name, exact: true })).toBeVisible();
    await main.getByRole('link', { name: 'Back up your worlds' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Back up your worlds' })).toBeVisible();
  });
});
