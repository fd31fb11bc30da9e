import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { MailingStatus } from '../../contract/records/mailing.ts';
import { addressKey } from '../../lambdas/domain/mail/mail-log-store.ts';
import { callOperation, mailsTo, newAddress, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { readLog, readTables, siteUrl, waitUntilQuiet } from './site.ts';

const inTime = { timeout: 30_000 };
// Not `newsletter`: the site would publish its mailings, and other tests list its pages.
const group = 'resources';
let admin: Person;
let reader: Person;

beforeAll(async () => {
  [admin, reader] = await Promise.all([registerAdmin(siteUrl), registerPerson(siteUrl, newAddress())]);
  await reader.call('updateMe', { mailGroup: { group, wantsMail: true } });
});

const ask = (email: string) =>
  callOperation(siteUrl, 'subscribe', { data: { requestId: randomUUID(), email, groups: [group] } });

/** Waits for the email that a request causes, and returns the token of its link. */
async function linkIn(email: string): Promise<string> {
  const find = async () => (await mailsTo(siteUrl, email)).find(({ text }) => text.includes('#confirm='));
  const mail = await vi.waitFor(async () => {
    const found = await find();
    if (!found) throw new Error('There is no email yet.');
    return found;
  }, inTime);
  return /#confirm=(\S+)/.exec(mail.text)?.[1] ?? '';
}

async function call(name: 'confirmSubscription' | 'subscription' | 'deleteSubscription', token: string) {
  const response = await callOperation(siteUrl, name, { data: { token } });
  return { status: response.status, result: (await response.json()).result };
}

async function subscribe(email: string): Promise<string> {
  expect((await ask(email)).status).toBe(200);
  const { status, result } = await call('confirmSubscription', await linkIn(email));
  expect([status, result.groups]).toEqual([200, [group]]);
  return result.token;
}

/** Sends a newsletter to everyone who gets them, and waits for its end. */
async function sendNewsletter(): Promise<string> {
  const slug = `news-${randomUUID()}`;
  const text = `---\ngroup: ${group}\nsubject: ${slug}\npreheader: News.\n---\n\nHello.\n`;
  const actionId = () => ({ actionId: randomUUID() });
  await admin.call('deskStoreMailing', { ...actionId(), slug, text });
  const { mailing } = await admin.call('deskMailing', { slug });
  const { count } = await admin.call('deskCountRecipients', { group });
  const approval = { ...actionId(), reason: 'News.', slug, seen: mailing.updatedAt, expected: count };
  await admin.call('deskSendMailing', approval);
  const isSent = async () => (await admin.call('deskMailing', { slug })).mailing.status;
  await vi.waitFor(async () => expect(await isSent()).toBe('sent' satisfies MailingStatus), inTime);
  return slug;
}

const got = async (email: string, subject: string) =>
  (await mailsTo(siteUrl, email)).filter((mail) => mail.subject === subject);

describe('emails without an account', () => {
  it('begin with the button, reach accounts and addresses, and end with one click', async () => {
    const email = newAddress();
    const before = await admin.call('deskCountRecipients', { group });
    await subscribe(email);
    expect(await admin.call('deskCountRecipients', { group })).toEqual({
      count: before.count + 1,
      withoutAccount: before.withoutAccount + 1,
    });

    const first = await sendNewsletter();
    expect(await got(reader.email, first)).toHaveLength(1);
    const [mail, ...more] = await got(email, first);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('because you signed up at Lorewright');
    const oneClick = /^<(.+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect((await fetch(oneClick, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);

    const second = await sendNewsletter();
    expect(await got(reader.email, second)).toHaveLength(1);
    expect(await got(email, second)).toEqual([]);
  });

  it('can be seen and deleted with the link in each email, and leave no address', async () => {
    const email = newAddress();
    const link = await linkOfMail(email);
    expect((await call('subscription', link)).result).toMatchObject({ email, groups: [group] });
    expect((await call('subscription', link)).result.emails).toHaveLength(2);
    expect((await call('deleteSubscription', link)).status).toBe(200);
    expect((await call('subscription', link)).status).toBe(404);
    await waitUntilQuiet();
    const tables = JSON.stringify(await readTables());
    expect(tables).not.toContain(email);
    expect(JSON.stringify((await readTables()).DataMailLog)).not.toContain(addressKey(email));
    expect(JSON.stringify(await readLog())).not.toContain(email);
  });

  it('belong to the account of a person who registers, who gets each mailing once', async () => {
    const email = newAddress();
    const link = await linkOfMail(email);
    const person = await registerPerson(siteUrl, email);
    await vi.waitFor(
      async () => expect((await person.call('me')).unsubscriptions).not.toContain(group),
      inTime,
    );
    expect((await call('subscription', link)).status).toBe(409);
    const slug = await sendNewsletter();
    expect(await got(email, slug)).toHaveLength(1);
    // The link of an email from before the registration.
    const { status } = await callOperation(siteUrl, 'unsubscribe', { data: { token: link } });
    expect(status).toBe(200);
    expect((await person.call('me')).unsubscriptions).toContain(group);
  });

  it('change nothing for an account, and answer in the same way', async () => {
    const answers = await Promise.all(
      [ask(reader.email), ask(newAddress())].map(async (answer) => (await answer).text()),
    );
    expect(answers[0]).toBe(answers[1]);
    await vi.waitFor(
      async () => expect(await got(reader.email, 'Choose your emails from Lorewright')).toHaveLength(1),
      inTime,
    );
    expect((await reader.call('me')).unsubscriptions).not.toContain(group);
  });
});

/** Subscribes an address, and returns the token of the page about it from the newsletter that follows. */
async function linkOfMail(email: string): Promise<string> {
  await subscribe(email);
  const [mail] = await got(email, await sendNewsletter());
  return /newsletter#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
