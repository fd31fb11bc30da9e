import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { addReaders } from './add-readers.ts';
import { expectUsableByEveryone } from './expect-usable-by-everyone.ts';
import { expect, expectComplaints, test, testInNewContext } from './fixtures.ts';
import { openPage } from './open-page.ts';
import { signInAs } from './sign-in.ts';

const inTime = { timeout: 20_000 };

const markdown = (subject: string, body: string) =>
  `---\ngroup: resources\nsubject: ${subject}\npreheader: For your world.\n---\n\n${body}\n`;

async function mailTo(siteUrl: string, person: Person, subject: string) {
  return (await mailsTo(siteUrl, person.email)).find((mail) => mail.subject === subject);
}

const itemOf = (page: Page, subject: string) =>
  page
    .getByRole('region', { name: 'Mailings', exact: true })
    .getByRole('listitem')
    .filter({ hasText: subject });

/** Writes a draft. @returns its item in the list */
async function write(page: Page, subject: string) {
  const form = page.getByRole('region', { name: 'Write a mailing' });
  await form.getByLabel('Name').fill(`desk-${randomUUID()}`);
  await form.getByLabel('Markdown text').fill(markdown(subject, 'A map of *islands*.'));
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form.getByText('A map of islands.').first()).toBeVisible();
  await form.getByRole('button', { name: 'Store as a draft' }).click();
  await expect(page.getByText(`“${subject}” is stored as a draft.`)).toBeVisible();
  return itemOf(page, subject);
}

/** Expects the email in both themes, without an error from the policy of the page, which forbids styles in HTML. */
async function showsTheEmail(part: ReturnType<Page['locator']>, text: string) {
  const frame = part.locator('iframe').last();
  const body = frame.contentFrame().locator('body');
  await expect(body.getByText(text)).toBeVisible();
  await part.getByLabel('Theme').last().selectOption('Dark');
  await expect(body).toHaveCSS('background-color', 'rgb(13, 20, 30)');
  await part.getByLabel('Theme').last().selectOption('Light');
  await expect(body).toHaveCSS('background-color', 'rgb(247, 242, 231)');
  const width = part.getByLabel('Width').last();
  const heightOf = () => frame.evaluate((element) => element.clientHeight);
  const wideHeight = await heightOf();
  await width.selectOption('390 pixels');
  await expect(frame).toHaveJSProperty('clientWidth', 390);
  // Narrow lines wrap, and no blank space is left after them.
  await expect.poll(heightOf).toBeGreaterThan(wideHeight);
  await width.selectOption('600 pixels');
  await expect.poll(heightOf).toBe(wideHeight);
}

/** Opens the form of an action, and submits it with a reason. */
async function act(part: ReturnType<Page['locator']>, opens: string, submits: string | RegExp = opens) {
  await part.getByRole('button', { name: opens, exact: true }).click();
  await part.getByLabel('Reason').fill('News for readers.');
  await part.getByRole('button', { name: submits, exact: typeof submits === 'string' }).click();
}

/** Writes and approves a draft. @returns its item when it has been sent */
async function send(page: Page, subject: string) {
  await write(page, subject);
  return approve(page, subject);
}

/** Approves a draft. @returns its item when it has been sent */
async function approve(page: Page, subject: string) {
  await act(itemOf(page, subject), 'Send…', /^Send to [\d,]+ (person|people)$/);
  await expect(page.getByRole('status').filter({ hasText: `“${subject}” is approved.` })).toBeFocused();
  const sent = itemOf(page, subject).filter({ hasText: 'Ended ' });
  await expect(async () => {
    await page.getByLabel('State').selectOption('Being sent');
    await page.getByLabel('State').selectOption('Sent');
    await expect(sent).toBeVisible({ timeout: 1_000 });
  }).toPass(inTime);
  return sent;
}

test('sends a draft to its readers, except a person who has unsubscribed in an earlier one', {
  tag: '@extended',
}, async ({ page, cloud: { siteUrl } }) => {
  const [leaving, staying] = await Promise.all([registerPerson(siteUrl), registerPerson(siteUrl)]);
  for (const person of [leaving, staying])
    await person.call('updateMe', { mailGroup: { group: 'resources', wantsMail: true } });
  await signInAs(page, siteUrl, await registerAdmin(siteUrl));
  await openPage(page, '/desk?view=mailings');

  const first = `First ${randomUUID()}`;
  const sent = await send(page, first);
  await expect(sent.getByText(/Sent to [\d,]+ of [\d,]+ (person|people)\./)).toBeVisible();
  const mail = await mailTo(siteUrl, leaving, first);
  expect(await mailTo(siteUrl, staying, first)).toBeTruthy();

  const [, link = ''] = /<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
  const response = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  expect(response.status).toBe(200);
  const second = `Second ${randomUUID()}`;
  await send(page, second);
  expect(await mailTo(siteUrl, staying, second)).toBeTruthy();
  expect(await mailTo(siteUrl, leaving, second)).toBeUndefined();
});

test('corrects a draft, sends a test to its author, and discards it', { tag: '@extended' }, async ({
  page,
  cloud: { siteUrl },
  complaints,
}) => {
  const admin = await registerAdmin(siteUrl);
  await admin.call('updateMe', { mailGroup: { group: 'resources', wantsMail: true } });
  await signInAs(page, siteUrl, admin);
  await openPage(page, '/desk?view=mailings');
  const subject = `A draft ${randomUUID()}`;
  const item = await write(page, subject);
  await item.getByRole('button', { name: 'Show and edit' }).click();
  await item.getByLabel('Markdown text').fill(markdown(subject, '| A table |'));
  await item.getByRole('button', { name: 'Preview' }).click();
  await expect(item.getByText(/\.md:7: /)).toBeVisible();
  // The browser logs the status of the refusal.
  await expectComplaints(complaints, /400/, 1);
  await item.getByLabel('Markdown text').fill(markdown(subject, 'A map of lakes.'));
  await item.getByRole('button', { name: 'Preview' }).click();
  await showsTheEmail(item, 'A map of lakes.');
  const store = item.getByRole('button', { name: 'Store this version' });
  await store.click();
  // The sentence is the same as after the first version.
  await expect(store).toHaveCount(0);
  await expect(
    page.getByRole('status').filter({ hasText: `“${subject}” is stored as a draft.` }),
  ).toBeVisible();

  await item.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(item.getByText('The test was sent to your address.')).toBeVisible();
  expect((await mailTo(siteUrl, admin, subject))?.text).toContain('A map of lakes.');

  await item.getByRole('button', { name: 'Send…' }).click();
  await expect(item.getByRole('button', { name: /^Send to [\d,]+ / })).toBeVisible();
  await expectUsableByEveryone(page);
  await item.getByRole('button', { name: 'Cancel' }).click();
  await item.getByRole('button', { name: 'Discard' }).click();
  await item.getByRole('button', { name: 'Discard' }).click();
  await expect(item).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'The draft is discarded.' })).toBeFocused();
});

test.describe('to everyone', () => {
  // Other tests must not get these emails.
  testInNewContext.use({ baseURL: async ({ ownCloud }, use) => use(ownCloud.siteUrl) });

  testInNewContext(
    'sends the draft about a release, and shows a newsletter without JavaScript',
    { tag: '@extended' },
    async ({ page, browser, ownCloud: { siteUrl } }) => {
      const reader = await registerPerson(siteUrl);
      await reader.call('updateMe', { mailGroup: { group: 'updates', wantsMail: true } });
      const admin = await registerAdmin(siteUrl);
      await admin.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: true } });
      await signInAs(page, siteUrl, admin);
      await openPage(page, '/desk?view=mailings');
      const subject = 'Lorewright 0.3.0 is here';
      await approve(page, subject);
      const mail = await mailTo(siteUrl, reader, subject);
      expect(mail?.text).toContain('Network editor');
      expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');

      const slug = 'winter-news';
      const action = () => ({ actionId: randomUUID(), reason: 'News.', slug });
      const text = markdown('Winter news', 'Snow on the map.').replace('resources', 'newsletter');
      await admin.call('deskStoreMailing', { actionId: randomUUID(), slug, text });
      const { mailing } = await admin.call('deskMailing', { slug });
      await admin.call('deskSendMailing', { ...action(), seen: mailing.updatedAt, expected: 1 });
      const archive = await browser.newContext({ javaScriptEnabled: false, baseURL: siteUrl });
      const tab = await archive.newPage();
      await expect(async () => {
        await tab.goto('/letters');
        await tab.getByRole('link', { name: 'Winter news' }).click({ timeout: 1_000 });
      }).toPass(inTime);
      await expect(tab.getByText('Snow on the map.')).toBeVisible();
      expect(await tab.content()).not.toContain(admin.email);
      await archive.close();
    },
  );

  testInNewContext(
    'pauses and resumes a mailing while it is being sent',
    { tag: '@extended' },
    async ({ page, ownCloud }) => {
      const { siteUrl } = ownCloud;
      // Sending takes almost 20 seconds.
      await addReaders(ownCloud, 'feedback', 3_000);
      const admin = await registerAdmin(siteUrl);
      const [slug, subject] = ['a-question', 'A question'];
      const text = markdown(subject, 'What is missing?').replace('resources', 'feedback');
      await admin.call('deskStoreMailing', { actionId: randomUUID(), slug, text });
      const sentTo = async () => (await admin.call('deskMailing', { slug })).mailing.sent;

      await signInAs(page, siteUrl, admin);
      await openPage(page, '/desk?view=mailings');
      const item = itemOf(page, subject);
      await act(item, 'Send…', 'Send to 3,000 people');
      await act(item, 'Pause');
      await expect(page.getByRole('status').filter({ hasText: `“${subject}” is paused.` })).toBeFocused();
      await expect(page.getByLabel('State')).toHaveValue('paused');
      await expect(item.getByText('Paused by the team.')).toBeVisible();

      await act(item, 'Resume');
      const sentBefore = await sentTo();
      await expect(page.getByRole('status').filter({ hasText: `“${subject}” continues.` })).toBeFocused();
      await expect(page.getByLabel('State')).toHaveValue('sending');
      await expect(item.getByText(/Sent to [\d,]+ of 3,000 people\./)).toBeVisible();
      await expect.poll(sentTo, inTime).toBeGreaterThan(sentBefore);
    },
  );
});
