import { registerPerson } from '../person.ts';
import { signIn } from './auth-page.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';

test('lets a visitor sign in to vote, continue at the item with the keyboard, and take the vote back', async ({
  page,
  cloud,
}) => {
  const { email } = await registerPerson(cloud.siteUrl);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await openPage(page, '/roadmap');
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((url) => /own-votes|identity-provider/.test(url))).toEqual([]);
  await expectUsableByEveryone(page);

  await page.getByRole('link', { name: 'Sign in to vote: A printed atlas' }).click();
  await signIn(page, email);
  await expect(page).toHaveURL('/roadmap?item=printed-atlas');
  const vote = page.getByRole('button', { name: 'Vote: A printed atlas' });
  await expect(vote).toBeFocused();
  await expect(vote).toBeInViewport();
  await page.keyboard.press('Enter');
  const takeBack = page.getByRole('button', { name: 'Take back your vote: A printed atlas' });
  await expect(takeBack).toBeFocused();
  await expect(page.getByText('You voted for this.')).toHaveCount(1);

  await page.reload();
  await expect(takeBack).toBeFocused();
  await expectUsableByEveryone(page);
  await takeBack.press('Enter');
  await expect(vote).toBeFocused();
  await expect(page.getByText('You voted for this.')).toHaveCount(0);
});
