import { expect, it } from 'vitest';
import { checkPage } from './check-page.ts';
import { pages, renderPage } from './render-page.tsx';

it.each(pages.map(({ path }) => path))('%s renders to HTML that the policy allows', async (path) => {
  const html = await renderPage(path);

  expect(() => checkPage(path, html)).not.toThrow();
});

it('an unknown URL renders what 404.html holds', async () => {
  expect(await renderPage('/nowhere/at/all')).toBe(await renderPage('/404'));
});
