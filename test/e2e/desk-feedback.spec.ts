import { randomUUID } from 'node:crypto';
import { mailsTo, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

/** The most clicks for a daily case, after the item is found. */
const maxClicks = 3;

test('answers a question by email, then marks it as done', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(120_000);
  const author = await registerPerson(cloud.siteUrl);
  const question = `Is there a compass? ${randomUUID()}`;
  await author.call('feedback', { feedbackId: randomUUID(), type: 'An idea', content: question });
  await signInAs(page, cloud.siteUrl, await registerAdmin(cloud.siteUrl));
  await openPage(page, '/desk?view=feedback');
  const item = page.getByRole('listitem').filter({ hasText: question });
  await expect(item.getByRole('link', { name: author.email })).toBeVisible();
  await expectUsableByEveryone(page);

  let clicks = 0;
  const press = async (name: string) => {
    clicks++;
    await item.getByRole('button', { name }).click();
  };
  await press('Answer by email');
  await expect(item.getByLabel('Answer')).toBeFocused();
  await item.getByLabel('Answer').fill('The next version has a compass.');
  await expectUsableByEveryone(page);
  await press('Answer by email');
  expect(clicks).toBeLessThanOrEqual(maxClicks);
  await expect(item).toHaveCount(0);
  const answers = async () =>
    (await mailsTo(cloud.siteUrl, author.email)).filter(({ subject }) => subject.startsWith('Our answer to'));
  await expect.poll(async () => (await answers()).length).toBe(1);

  await page.getByLabel('State').selectOption('answered');
  await expect(item.getByText('The next version has a compass.')).toBeVisible();
  clicks = 0;
  await press('Mark as done');
  await expect(item.getByLabel('Item of the roadmap')).toBeFocused();
  await item.getByLabel('Item of the roadmap').selectOption('Maps that change over time');
  await press('Mark as done');
  expect(clicks).toBeLessThanOrEqual(maxClicks);
  await expect(item).toHaveCount(0);
  await page.getByLabel('State').selectOption('done');
  await expect(item.getByText('on the roadmap: Maps that change over time')).toBeVisible();
  await expectUsableByEveryone(page);
});
