import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

// The content of these pages for signed-in users.
const pages = [
  ['/account', 'User ID'],
  ['/account?tab=purchases', 'You have not bought anything yet.'],
  ['/account?tab=license', 'You have no license file.'],
  ['/account?tab=settings', 'Delete Account'],
  ['/account?tab=security', 'You have no passkeys yet.'],
  ['/account?tab=referrals', 'Your link'],
  ['/preferences', 'Newsletter'],
  ['/download', 'Download for Mac (Apple silicon)'],
  ['/resources', 'Story structures'],
  ['/feedback', 'Your feedback'],
  ['/pricing', 'Early Access'],
] as const;

test('are usable by everyone', async ({ page, cloud }) => {
  test.setTimeout(180_000);
  await signInAsNewPerson(page, cloud.siteUrl);
  for (const [path, text] of pages) {
    await test.step(path, async () => {
      await openPage(page, path);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expectUsableByEveryone(page);
    });
  }
});
