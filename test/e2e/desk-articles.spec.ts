import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { registerAdmin } from '../registered-admin.ts';
import { maxClicks } from './desk-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

/** Clicks a button within a part of the page, and returns how often it has done so. */
function clicking(part: ReturnType<Page['locator']>) {
  let clicks = 0;
  return async (name: string) => {
    await part.getByRole('button', { name, exact: true }).click();
    clicks += 1;
    return clicks;
  };
}

test('corrects a refused article, publishes it, and takes it offline', { tag: '@extended' }, async ({
  page,
  cloud,
  complaints,
}) => {
  const slug = `desk-${randomUUID()}`;
  const markdown = (text: string) =>
    `---\nslug: ${slug}\nheadline: A new island\nauthor: Ana\ndescription: Where it is.\ncreatedAt: 2024-01-01\n---\n\n${text}\n`;
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk?view=articles');
  const form = page.getByRole('region', { name: 'Publish a Markdown file' });

  await form.getByLabel('Or its text').fill(markdown('| A table |'));
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByText(`${slug}.md:9: has a table`)).toBeVisible();
  // The browser logs the status of the refusal.
  await expectComplaints(complaints, /400/, 1);

  await form.getByLabel('A Markdown file').setInputFiles({
    name: 'map.png',
    mimeType: 'image/png',
    buffer: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
  });
  await expect(form.getByRole('alert')).toContainText('“map.png”, line 3, is not a text file.');
  await form.getByLabel('A Markdown file').setInputFiles({
    name: `${slug}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(markdown('It appeared *last night*.')),
  });
  const click = clicking(form);
  await click('Preview');
  await expect(form.getByRole('heading', { name: 'A new island' })).toBeVisible();
  await expect(form.locator('em')).toHaveText('last night');
  await expectUsableByEveryone(page);
  await click('Publish');
  await form.getByLabel('Reason').fill('For the blog.');
  expect(await click('Publish')).toBeLessThanOrEqual(maxClicks);
  await expect(page.getByRole('status').filter({ hasText: '“A new island” is stored.' })).toBeFocused();

  const item = page.getByRole('region', { name: 'Articles' }).getByRole('listitem').filter({ hasText: slug });
  // The list changes without a reload.
  await expect(item.getByRole('link', { name: 'A new island' })).toBeVisible();
  await expectUsableByEveryone(page);
  await item.getByRole('button', { name: 'Unpublish' }).click();
  await item.getByLabel('Reason').fill('Too early.');
  await item.getByRole('button', { name: 'Unpublish' }).click();
  await expect(item).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Unpublished. It is a draft now.' })).toBeFocused();
  await page.getByLabel('State').selectOption('Drafts');
  await expect(item.getByText(/^Draft from /)).toBeVisible();

  // The text is not pasted again.
  const clickItem = clicking(item);
  await clickItem('Preview');
  await expect(item.locator('em')).toHaveText('last night');
  await expectUsableByEveryone(page);
  await clickItem('Publish');
  await item.getByLabel('Reason').fill('In time.');
  expect(await clickItem('Publish')).toBeLessThanOrEqual(maxClicks);
  await expect(item).toHaveCount(0);
  await expect(
    page.getByRole('status').filter({ hasText: 'Published. The site shows it within a minute.' }),
  ).toBeFocused();
});

/** The name of a stored picture, and the size after it. */
const stored = (size: string, ending: string) =>
  new RegExp(`\\(/media/pictures/[0-9a-f]{16}-${size}\\.${ending} "${size}"\\)`);

test('adds a photo upright in its widths to a draft, which is edited as it was written', {
  tag: '@extended',
}, async ({ page, cloud }) => {
  const slug = `desk-${randomUUID()}`;
  const text = `---\nslug: ${slug}\nheadline: A tower\nauthor: Ana\ndescription: D\ncreatedAt: 2024-01-01\n---\n\nIt is *high*.\n\nThe end.`;
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk?view=articles');
  const form = page.getByRole('region', { name: 'Publish a Markdown file' });
  const field = form.getByLabel('Or its text');
  await field.fill(text);
  await field.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(200, 200));
  const choose = async (name: string, type: string, buffer: Buffer, alternative: string) => {
    await form.getByRole('button', { name: 'Add a picture' }).click();
    await form.getByLabel('A picture').setInputFiles({ name, mimeType: `image/${type}`, buffer });
    await form.getByLabel('What it shows').fill(alternative);
  };
  const upload = form.getByRole('button', { name: 'Upload and insert' });
  const photo = sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#246' } });
  const upright = photo.clone().withMetadata({ orientation: 6 });
  await choose('tower.jpg', 'jpeg', await upright.jpeg().toBuffer(), 'A tower at night');
  await expectUsableByEveryone(page);
  await upload.click();
  await expect(field).toHaveValue(stored('1000x2000', 'jpg'));
  const opaque = await photo.clone().webp().toBuffer();
  await choose('coast.webp', 'webp', opaque, 'A coast');
  await upload.click();
  await expect(field).toHaveValue(stored('1600x800', 'jpg'));
  const holes = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#2468' } })
    .webp()
    .toBuffer();
  await choose('sign.webp', 'webp', holes, 'A sign');
  await upload.click();
  await expect(field).toHaveValue(stored('20x10', 'png'));
  const written = await field.inputValue();
  await form.getByRole('button', { name: 'Preview' }).click();
  const picture = form.getByRole('img', { name: 'A tower at night' });
  await picture.scrollIntoViewIfNeeded();
  // The width that fits the column of text.
  const chosen = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(chosen).toMatch(/-800x1600\.jpg$/);
  await expect(picture).toHaveJSProperty('complete', true);
  await form.getByRole('button', { name: 'Store as a draft' }).click();

  const item = page.getByRole('region', { name: 'Articles' }).getByRole('listitem').filter({ hasText: slug });
  await item.getByRole('button', { name: 'Edit' }).click();
  await expect(item.getByLabel('Markdown text')).toHaveValue(written.trim());
  await item.getByRole('button', { name: 'Schedule' }).click();
  await item
    .getByLabel('Publish at')
    .fill(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:30`);
  await item.getByLabel('Time zone').selectOption('Europe/Berlin');
  await expect(item.getByText('at 9:30 AM GMT')).toBeVisible();
  await expectUsableByEveryone(page);
  await item.getByLabel('Reason').fill('For the night.');
  await item.getByRole('button', { name: 'Schedule' }).click();
  await expect(item).toHaveCount(0);
  await page.getByLabel('State').selectOption('Scheduled');
  await expect(item.getByText(/at 9:30 AM GMT\+\d \(Europe\/Berlin\)/)).toBeVisible();
  await item.getByRole('button', { name: 'Discard' }).click();
  await item.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The draft is discarded.' })).toBeFocused();
});
