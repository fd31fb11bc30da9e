import { registerPerson } from '../person.ts';
import { budgets } from './budgets.ts';
import { firstVisit } from './first-visit.ts';
import { expect, test } from './fixtures.ts';

test('keeps a first visit to the home page within its byte budget', async ({ browser, cloud }) => {
  const { scriptBytes, transferredBytes, requests } = await firstVisit(browser, `${cloud.siteUrl}/`);
  // React alone is larger than this; less means that the visit was counted before the code arrived.
  expect(scriptBytes).toBeGreaterThan(58_000);
  expect(scriptBytes).toBeLessThanOrEqual(budgets.homeScriptBytes);
  expect(transferredBytes).toBeLessThanOrEqual(budgets.homeTransferredBytes);
  expect(requests).toBeLessThanOrEqual(budgets.homeRequests);
});

test('keeps a first visit to the sign-in within its byte budget', async ({ browser, cloud }) => {
  const { scriptBytes } = await firstVisit(browser, `${cloud.siteUrl}/auth`);
  // The form comes on top of what the home page loads.
  expect(scriptBytes).toBeGreaterThan(budgets.homeScriptBytes);
  expect(scriptBytes).toBeLessThanOrEqual(budgets.authScriptBytes);
});

test('keeps a first visit of a signed-in person to the account page within its byte budget', async ({
  browser,
  cloud,
}) => {
  const { browserStorage } = await registerPerson(cloud.siteUrl);
  const { scriptBytes } = await firstVisit(browser, `${cloud.siteUrl}/account`, browserStorage);
  // Signed-out people get 107,000, without Amplify.
  expect(scriptBytes).toBeGreaterThan(130_000);
  expect(scriptBytes).toBeLessThanOrEqual(budgets.accountScriptBytes);
});
