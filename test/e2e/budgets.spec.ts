import { budgets } from '../bench/budgets.ts';
import { builtPaths } from '../bench/built-paths.ts';
import { firstVisit } from '../bench/first-visit.ts';
import { expect, test } from './fixtures.ts';

test('a first visit to the home page stays within its bytes', async ({ browser, cloud }) => {
  const { scriptBytes, transferredBytes, requests } = await firstVisit(browser, `${cloud.siteUrl}/`);
  expect(scriptBytes).toBeLessThanOrEqual(budgets.homeScriptBytes);
  expect(transferredBytes).toBeLessThanOrEqual(budgets.homeTransferredBytes);
  expect(requests).toBeLessThanOrEqual(budgets.homeRequests);
});

test('the styles of every page stay within their bytes', async ({ browser, cloud }) => {
  const tooLarge: string[] = [];
  for (const path of builtPaths()) {
    const { styleBytes } = await firstVisit(browser, cloud.siteUrl + path);
    if (styleBytes > budgets.styleBytes) tooLarge.push(`${path}: ${styleBytes} bytes of CSS`);
  }
  expect(tooLarge).toEqual([]);
});
