import type { Page } from '@playwright/test';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAsNewPerson } from './sign-in.ts';

/** The statuses of the responses about the record, in order. */
function watchRecord(page: Page): number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/me')) statuses.push(response.status());
  });
  return statuses;
}

async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

test('shows a license from another tab without a reload', { tag: '@extended' }, async ({
  page,
  context,
  cloud,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await expect(page.getByText('None yet.')).toBeVisible();

  const other = await context.newPage();
  await openPage(other, `${cloud.siteUrl}/pricing`);
  await other.getByRole('button', { name: 'Get your free license' }).click();
  await other.getByRole('button', { name: 'Complete order' }).click();
  await expect
    .poll(async () => (await person.call('me')).subscription.status, { intervals: [50] })
    .toBe('active');
  await expect(page.getByText(/^Lifetime license since/)).toBeVisible();
  // The links depend on the groups, which need new tokens.
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Download' }),
  ).toBeVisible();
});

testInNewContext(
  'reads the record only when the doorbell rings',
  { tag: '@extended' },
  async ({ page, cloud }) => {
    const person = await signInAsNewPerson(page, cloud.siteUrl);
    const statuses = watchRecord(page);
    await page.clock.install();
    const subscribed = page
      .waitForEvent('websocket')
      .then((socket) =>
        socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('subscribe_success')),
      );
    await openPage(page, '/account');
    await subscribed;
    await expect.poll(() => statuses, { intervals: [50] }).toEqual([200]);
    // The second request, a minute later, finds changes from before the connection.
    await page.clock.runFor(240_000);
    await expect.poll(() => statuses, { intervals: [50] }).toEqual([200, 304]);
    await person.call('updateMe', { mailGroup: { group: 'updates', wantsMail: true } });
    await expect.poll(() => statuses, { intervals: [50] }).toEqual([200, 304, 200]);

    await setVisibility(page, 'hidden');
    await page.clock.runFor(240_000);
    await person.call('updateMe', { mailGroup: { group: 'updates', wantsMail: false } });
    await setVisibility(page, 'visible');
    // A ring after the page has read the record causes another request.
    const changes = () => statuses.filter((status) => status === 200);
    await expect.poll(changes, { intervals: [50] }).toEqual([200, 200, 200]);
  },
);

testInNewContext(
  'polls once a minute while the doorbell cannot be reached',
  { tag: '@extended' },
  async ({ page, cloud }) => {
    const person = await signInAsNewPerson(page, cloud.siteUrl);
    const statuses = watchRecord(page);
    await page.routeWebSocket(/\/event\/realtime$/, (socket) => socket.close());
    await page.clock.install();
    await openPage(page, '/account');
    await expect.poll(() => statuses, { intervals: [50] }).toEqual([200]);
    await person.call('updateMe', { mailGroup: { group: 'updates', wantsMail: true } });
    await page.clock.runFor(59_000);
    expect(statuses).toEqual([200]);
    await page.clock.runFor(2_000);
    await expect.poll(() => statuses, { intervals: [50] }).toEqual([200, 200]);
  },
);

test('opens no connection on a public page', async ({ page, cloud }) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await openPage(page, '/pricing');
  await page.waitForLoadState('networkidle');
  expect(sockets).toEqual([]);
  await openPage(page, '/account');
  await expect.poll(() => sockets.length, { intervals: [50] }).toBe(1);
});

test('shows that it is offline, and continues automatically', { tag: '@extended' }, async ({
  page,
  context,
  cloud,
  complaints,
}) => {
  const person = await signInAsNewPerson(page, cloud.siteUrl);
  await openPage(page, '/account');
  await expect(page.getByText('None yet.')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\. What you see here may be out of date/)).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.getByRole('button', { name: 'Email me a link to set a new password' }).click();
  await expect(page.getByRole('group', { name: 'Password' }).getByRole('alert')).toHaveText(
    'You are offline. Check your connection and try again.',
  );
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Export my data' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The server could not be reached.' })).toBeVisible();
  await page.getByRole('tab', { name: 'General' }).click();
  await context.setOffline(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await expectComplaints(complaints, /ERR_INTERNET_DISCONNECTED/);
});

test('shows preferences that were changed in another tab', { tag: '@extended' }, async ({
  page,
  context,
  cloud,
}) => {
  await signInAsNewPerson(page, cloud.siteUrl);
  const other = await context.newPage();
  const switchOf = (where: Page, name: string) => where.getByRole('switch', { name });
  for (const tab of [page, other]) {
    await openPage(tab, `${cloud.siteUrl}/preferences`);
    await expect(switchOf(tab, 'Newsletter')).not.toBeChecked();
  }
  await page.locator('#main').getByText('Newsletter', { exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(switchOf(other, 'Newsletter')).toBeChecked();

  // A change here keeps the change made there.
  await other.getByText('Updates', { exact: true }).click();
  await expect(switchOf(page, 'Updates')).not.toBeChecked();
  await expect(switchOf(page, 'Newsletter')).toBeChecked();
  await expect(switchOf(other, 'Newsletter')).toBeChecked();
});
