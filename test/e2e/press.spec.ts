import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';

test('copies the paragraph for journalists, and downloads the pictures', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPage(page, '/press');
  const text = page.getByRole('article').filter({ hasText: 'In a paragraph' });
  await text.getByRole('button', { name: 'Copy the text: In a paragraph' }).click();
  await expect(text.getByRole('status')).toHaveText('Copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await text.getByRole('paragraph').innerText());

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download all pictures' }).click();
  expect((await downloading).suggestedFilename()).toBe('lorewright-press-kit.zip');
});
