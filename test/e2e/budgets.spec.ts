import { budgets } from '../bench/budgets.ts';
import { firstVisit } from '../bench/first-visit.ts';
import { expect, test } from './fixtures.ts';

test('a first visit to the home page stays within its bytes', async ({ browser, cloud }) => {
  const { scriptBytes, transferredBytes, requests } = await firstVisit(browser, `${cloud.siteUrl}/`);
  // React alone is more than this: otherwise the visit was counted before the code came.
  expect(scriptBytes).toBeGreaterThan(58_000);
  expect(scriptBytes).toBeLessThanOrEqual(budgets.homeScriptBytes);
  expect(transferredBytes).toBeLessThanOrEqual(budgets.homeTransferredBytes);
  expect(requests).toBeLessThanOrEqual(budgets.homeRequests);
});
