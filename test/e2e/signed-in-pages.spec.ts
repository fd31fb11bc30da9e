import type { Page } from '@playwright/test';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, test } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

// The content of these pages for signed-in users.
const pages = [
  ['/account', 'User ID'],
  ['/account?tab=purchases', 'You have not bought anything yet.'],
  ['/account?tab=settings', 'Delete Account'],
  ['/account?tab=referrals', 'Your link'],
  ['/feedback', 'Your feedback'],
] as const;

/** Other tests also check these pages, in other states. */
const pagesOfOtherTests = [
  ['/account?tab=license', 'Your license file will appear here'],
  ['/account?tab=security', 'You have no passkeys yet.'],
  ['/preferences', 'Newsletter'],
  ['/download', 'Download for Mac (Apple silicon)'],
  ['/resources', 'Story structures'],
  ['/pricing', 'Early Access'],
] as const;

test('makes the account and the feedback page usable by everyone', async ({ page, cloud }) => {
  test.setTimeout(180_000);
  await signInAsNewPerson(page, cloud.siteUrl);
  await expectUsablePages(page, pages);
});

test('makes the other signed-in pages usable by everyone', { tag: '@extended' }, async ({ page, cloud }) => {
  test.setTimeout(180_000);
  await signInAsNewPerson(page, cloud.siteUrl);
  await expectUsablePages(page, pagesOfOtherTests);
});

async function expectUsablePages(page: Page, texts: typeof pages | typeof pagesOfOtherTests): Promise<void> {
  for (const [path, text] of texts) {
    await test.step(path, async () => {
      await openPage(page, path);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expectUsableByEveryone(page);
    });
  }
}
