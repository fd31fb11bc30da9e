import { budgets } from '../bench/budgets.ts';
import { firstVisit } from '../bench/first-visit.ts';
import { expect, test } from './fixtures.ts';

test('keeps a first visit to the home page within its byte budget', async ({ browser, cloud }) => {
  const { scriptBytes, transferredBytes, requests } = await firstVisit(browser, `${cloud.siteUrl}/`);
  // React alone is larger than this; less means that the visit was counted before the code arrived.
  expect(scriptBytes).toBeGreaterThan(58_000);
  expect(scriptBytes).toBeLessThanOrEqual(budgets.homeScriptBytes);
  expect(transferredBytes).toBeLessThanOrEqual(budgets.homeTransferredBytes);
  expect(requests).toBeLessThanOrEqual(budgets.homeRequests);
});
