import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteSuppressedDestinationCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { expect, test, vi } from 'vitest';
import { unsubscribableGroups } from '../../contract/records/user.ts';
import { askUserPool } from '../ask-user-pool.ts';
import { mailsTo, type Person, readSettings, registerPerson } from '../person.ts';
import { cloud, readLog, siteUrl } from './site.ts';

const inTime = { timeout: 20_000 };

const countMetric = async (metric: string) =>
  (await readLog()).filter(({ counted }) => counted === metric).length;

/** Registers a person and waits for the welcome, so that no other email is pending. */
async function registerAndAwaitWelcome(): Promise<Person> {
  const person = await registerPerson(siteUrl);
  await vi.waitFor(async () => expect(await mailsTo(siteUrl, person.email)).toHaveLength(2), inTime);
  return person;
}

/** Presses a button of the local inbox, next to the newest email to a person. */
async function pressInboxButton(failure: string, { email }: Person): Promise<void> {
  const [mail] = await mailsTo(siteUrl, email);
  const response = await fetch(`${siteUrl}/__local/mail/${mail?.id}`, {
    method: 'POST',
    body: new URLSearchParams({ failure }),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
}

const inbox = async () => (await fetch(`${siteUrl}/__local/mail`)).text();
async function askForCode({ email }: Person): Promise<void> {
  const { userPoolClientId: ClientId } = await readSettings(siteUrl);
  await askUserPool(siteUrl, 'ForgotPassword', { ClientId, Username: email });
}

test('withholds emails after a hard bounce, and logs each', async () => {
  const person = await registerAndAwaitWelcome();
  const bounced = await countMetric('MailsBounced');
  const withheld = await countMetric('MailsWithheld');
  await pressInboxButton('bounce', person);
  await vi.waitFor(async () => expect(await countMetric('MailsBounced')).toBe(bounced + 1), inTime);

  await askForCode(person);
  await vi.waitFor(async () => expect(await countMetric('MailsWithheld')).toBe(withheld + 1), inTime);
  expect(await mailsTo(siteUrl, person.email)).toHaveLength(2);
  const page = await inbox();
  expect(page).toMatch(
    new RegExp(`To ${person.email}: .*was not delivered, the address is on the suppression list`),
  );
  // The log links the withheld email to the request that caused it, and names no person.
  const log = await readLog();
  const trace = log.find(({ counted }) => counted === 'MailsWithheld');
  expect(trace).toMatchObject({ service: 'mailEvents', requestId: expect.stringMatching(/^[\w-]{36}$/) });
  expect(JSON.stringify(log)).not.toContain(person.email);
});

test('sends emails again after the team used the command in docs/support.md', async () => {
  const person = await registerAndAwaitWelcome();
  await pressInboxButton('bounce', person);
  const { accountEndpoint } = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
  const ses = new SESv2Client({
    endpoint: accountEndpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await ses.send(new DeleteSuppressedDestinationCommand({ EmailAddress: person.email }));
  await askForCode(person);
  await vi.waitFor(async () => expect(await mailsTo(siteUrl, person.email)).toHaveLength(3), inTime);
});

test('sends the next email after a soft bounce', async () => {
  const person = await registerAndAwaitWelcome();
  await pressInboxButton('bounceForNow', person);
  await askForCode(person);
  await vi.waitFor(async () => expect(await mailsTo(siteUrl, person.email)).toHaveLength(3), inTime);
});

test('withholds all emails after a complaint, and unsubscribes from all groups', async () => {
  const person = await registerAndAwaitWelcome();
  const complaints = await countMetric('Complaints');
  const mailGroup = { group: 'updates', wantsMail: true } as const;
  expect((await person.call('updateMe', { mailGroup })).unsubscriptions).not.toContain('updates');
  await pressInboxButton('complain', person);
  await vi.waitFor(
    async () => expect((await person.call('me')).unsubscriptions).toEqual([...unsubscribableGroups]),
    inTime,
  );
  await vi.waitFor(async () => expect(await countMetric('Complaints')).toBe(complaints + 1), inTime);
  await askForCode(person);
  await vi.waitFor(async () => expect(await inbox()).toContain('suppression list (COMPLAINT)'), inTime);
  expect(await mailsTo(siteUrl, person.email)).toHaveLength(2);
});
