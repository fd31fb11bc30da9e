import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { sizesOf } from '../../contract/content/picture-files.ts';
import type { Mailing } from '../../contract/records/mailing.ts';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { registerCustomer } from './customer.ts';
import { siteUrl } from './site.ts';

const inTime = { timeout: 30_000 };
const group = 'resources';
let admin: Person;
let reader: Person;
let stranger: Person;

beforeAll(async () => {
  [admin, reader, stranger] = await Promise.all([
    registerAdmin(siteUrl),
    registerPerson(siteUrl),
    registerPerson(siteUrl),
  ]);
  await subscribe(admin, false);
  await subscribe(reader, true);
  await subscribe(stranger, false);
});

const subscribe = (person: Person, wantsMail: boolean) =>
  person.call('updateMe', { mailGroup: { group, wantsMail } });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const quietAction = () => ({ actionId: randomUUID() });
const action = () => ({ ...quietAction(), reason: 'News for readers.' });
const newMailing = () => {
  const slug = `desk-${randomUUID()}`;
  return { slug, subject: `A map ${slug}` };
};

const markdown = (subject: string, fields: { group?: string; body?: string } = {}) => `---
group: ${fields.group ?? group}
subject: ${subject}
preheader: For your world.
---

${fields.body ?? 'A map of *islands*.'}
`;

async function mailingOf(slug: string): Promise<Mailing> {
  return (await admin.call('deskMailing', { slug })).mailing;
}

/** Stores a draft and returns its version. */
async function store(slug: string, text: string, seen?: string): Promise<string> {
  await admin.call('deskStoreMailing', { ...quietAction(), slug, text, ...(seen ? { seen } : {}) });
  return (await mailingOf(slug)).updatedAt;
}

const subjectsTo = async (person: Person) =>
  (await mailsTo(siteUrl, person.email)).map(({ subject }) => subject);

const becomes = (slug: string, status: Mailing['status']) =>
  vi.waitFor(async () => expect(await mailingOf(slug)).toMatchObject({ status }), inTime);

async function actionsOn(slug: string) {
  const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
  return entries
    .filter(({ mailing }) => mailing === slug)
    .map(({ action: name, outcome }) => `${name} ${outcome}`)
    .sort();
}

describe('the mailings of the desk', () => {
  it('sends an approved draft to people who are subscribed, once, with a record of each step', async () => {
    const { slug, subject } = newMailing();
    const files = await Promise.all(
      sizesOf({ width: 1600, height: 800 }).map((size) =>
        sharp({ create: { ...size, channels: 3, background: '#246' } })
          .jpeg()
          .toBuffer(),
      ),
    );
    const { url } = await admin.call('deskUploadPicture', {
      files: files.map((file) => file.toString('base64')),
    });
    const text = markdown(subject, { body: `A map of *islands*.\n\n![Islands](${url} "1600x800")` });
    const preview = await admin.call('deskPreviewMailing', { slug, text });
    const loaded = url.replace('1600x800', '1200x600');
    expect(preview).toMatchObject({
      subject,
      text: expect.stringContaining('A map of islands.'),
      pictures: [loaded],
    });
    const seen = await store(slug, text);
    expect((await admin.call('deskMailing', { slug })).email.subject).toBe(subject);
    const { mailings: drafts } = await admin.call('deskMailings', { status: 'draft' });
    expect(drafts).toContainEqual(expect.objectContaining({ slug, subject, status: 'draft' }));

    const { count: expected } = await admin.call('deskCountRecipients', { group });
    const approval = { ...action(), slug, seen, expected };
    await admin.call('deskSendMailing', approval);
    await becomes(slug, 'sent');
    // A repeated request sends nothing again.
    await admin.call('deskSendMailing', approval);
    const mails = (await mailsTo(siteUrl, reader.email)).filter((mail) => mail.subject === subject);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.html).toContain(`src="${siteUrl}${loaded}"`);
    expect(await subjectsTo(stranger)).not.toContain(subject);
    expect(await subjectsTo(admin)).not.toContain(subject);

    const sent = await mailingOf(slug);
    expect(sent).toMatchObject({ approvedBy: admin.userId, expected, uncertainIds: [] });
    expect(sent.sent).toBeGreaterThan(0);
    expect(await actionsOn(slug)).toEqual(['sendMailing done', 'sendMailing requested', 'storeMailing done']);
  });

  it('sends a mailing for people without a license to nobody who has one when it is sent', async () => {
    const { slug, subject } = newMailing();
    const seen = await store(slug, markdown(subject, { group: `${group}\naudience: unlicensed` }));
    const { mailings: drafts } = await admin.call('deskMailings', { status: 'draft' });
    expect(drafts).toContainEqual(expect.objectContaining({ slug, audience: 'unlicensed' }));
    const { person: customer } = await registerCustomer();
    await subscribe(customer, true);

    const { count: everyone } = await admin.call('deskCountRecipients', { group });
    const { count: expected } = await admin.call('deskCountRecipients', { group, audience: 'unlicensed' });
    expect(expected).toBeLessThan(everyone);
    await admin.call('deskSendMailing', { ...action(), slug, seen, expected });
    await becomes(slug, 'sent');
    expect(await subjectsTo(reader)).toContain(subject);
    expect(await subjectsTo(customer)).not.toContain(subject);
  });

  it('refuses actions on another version than the admin saw', async () => {
    const { slug, subject } = newMailing();
    const seen = await store(slug, markdown(subject));
    const text = markdown(`${subject}, better`);
    await store(slug, text, seen);
    const stale = 'This mailing has changed since you saw it.';
    const named = { slug, seen };
    await expect(store(slug, text)).rejects.toThrow(`There is a mailing ${slug} already.`);
    await expect(store(slug, text, seen)).rejects.toThrow(stale);
    await expect(admin.call('deskSendMailing', { ...action(), ...named, expected: 1 })).rejects.toThrow(
      stale,
    );
    await expect(admin.call('deskDiscardMailing', { ...quietAction(), ...named })).rejects.toThrow(stale);
    for (const name of ['deskPauseMailing', 'deskResumeMailing'] as const)
      await expect(admin.call(name, { ...action(), slug })).rejects.toThrow(stale);

    const { updatedAt } = await mailingOf(slug);
    await admin.call('deskDiscardMailing', { ...quietAction(), slug, seen: updatedAt });
    expect((await mailingOf(slug)).status).toBe('discarded');
    expect(await actionsOn(slug)).toEqual(['discardMailing done', 'storeMailing done', 'storeMailing done']);
  });

  it('names the line of a mistake, and stores nothing', async () => {
    const { slug, subject } = newMailing();
    const text = markdown(subject, { body: '| A table |' });
    await expect(admin.call('deskPreviewMailing', { slug, text })).rejects.toThrow(`${slug}.md:7: `);
    await expect(store(slug, text)).rejects.toThrow(`${slug}.md:7: `);
    expect(await actionsOn(slug)).toEqual([]);
  });

  it('refuses to store or send a newsletter whose address belongs to an article', async () => {
    const slug = `desk-${randomUUID()}`;
    const newsletter = markdown('A newsletter', { group: 'newsletter' });
    await store(slug, newsletter);
    const article = `---\nslug: ${slug}\nheadline: A headline\nauthor: Ana\ndescription: D\ncreatedAt: 2024-01-01\n---\n\nText.\n`;
    await admin.call('deskStoreArticle', {
      actionId: randomUUID(),
      text: article,
      status: 'draft',
      seen: {},
    });

    const { updatedAt: seen } = await mailingOf(slug);
    const refusal = `An article has the address ${slug}.`;
    await expect(store(slug, newsletter, seen)).rejects.toThrow(refusal);
    await expect(admin.call('deskSendMailing', { ...action(), slug, seen, expected: 1 })).rejects.toThrow(
      refusal,
    );
    expect((await mailingOf(slug)).status).toBe('draft');
  });

  it('sends a test to its admin only, once, with a link that unsubscribes this admin', async () => {
    const { slug, subject } = newMailing();
    await store(slug, markdown(subject));
    const test = { ...quietAction(), slug };
    await admin.call('deskTestMailing', test);
    await admin.call('deskTestMailing', test);
    const mails = (await mailsTo(siteUrl, admin.email)).filter((mail) => mail.subject === subject);
    expect(mails).toHaveLength(1);
    expect(await subjectsTo(reader)).not.toContain(subject);
    expect(await mailingOf(slug)).toMatchObject({ status: 'draft', sent: 0 });

    expect(await actionsOn(slug)).toContain('testMailing done');

    await subscribe(admin, true);
    const [, link = ''] = /<(.+)>/.exec(mails[0]?.headers['List-Unsubscribe'] ?? '') ?? [];
    const response = await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(response.status).toBe(200);
    expect((await admin.call('me')).unsubscriptions).toContain(group);
  });

  it('sends a test to another admin, and to nobody else', async () => {
    const other = await registerAdmin(siteUrl);
    const { slug, subject } = newMailing();
    await store(slug, markdown(subject));
    await admin.call('deskTestMailing', { ...quietAction(), slug, to: other.email });
    expect(await subjectsTo(other)).toContain(subject);
    for (const to of [reader.email, 'stranger@example.test'])
      await expect(admin.call('deskTestMailing', { ...quietAction(), slug, to })).rejects.toThrow(
        `${to} is not the address of an admin.`,
      );
    expect(await subjectsTo(reader)).not.toContain(subject);
  });

  it('refuses a picture or a page that the site does not have', async () => {
    const { slug, subject } = newMailing();
    const picture = markdown(subject, { body: '![A map](/media/no-such-map.png "10x10")' });
    await expect(store(slug, picture)).rejects.toThrow('The picture /media/no-such-map.png does not exist.');
    expect(await actionsOn(slug)).toEqual([]);

    const body = 'See [structures](/resources), the [plan](/no-such-page) or [this](/changelog#99.0.0).';
    const seen = await store(slug, markdown(subject, { body }));
    await expect(admin.call('deskSendMailing', { ...action(), slug, seen, expected: 1 })).rejects.toThrow(
      'The text links to /no-such-page and /changelog#99.0.0, which the site does not have.',
    );
    expect(await mailingOf(slug)).toMatchObject({ status: 'draft', updatedAt: seen });
    expect(await actionsOn(slug)).toEqual(['storeMailing done']);
  });

  it('refuses a mailing about a release that the site does not offer', async () => {
    const slug = 'release-77-0-0';
    const seen = await store(slug, markdown('Lorewright 77 is here'));
    await expect(admin.call('deskSendMailing', { ...action(), slug, seen, expected: 1 })).rejects.toThrow(
      'The site offers no release with the name release-77-0-0.',
    );
    await admin.call('deskDiscardMailing', { ...quietAction(), slug, seen });
  });

  it('schedules a draft, changes the time, and makes it a draft again', async () => {
    const { slug, subject } = newMailing();
    const seen = await store(slug, markdown(subject));
    const time = { at: inDays(1), timeZone: 'Europe/Berlin' };
    const schedule = { ...action(), slug, seen, time };
    await admin.call('deskScheduleMailing', schedule);
    await admin.call('deskScheduleMailing', schedule);
    const scheduled = await mailingOf(slug);
    expect(scheduled).toMatchObject({ status: 'scheduled', schedule: { ...time, by: admin.userId } });
    const { mailings: listed } = await admin.call('deskMailings', { status: 'scheduled' });
    expect(listed).toContainEqual(expect.objectContaining({ slug, schedule: { ...time, by: admin.userId } }));

    const stale = 'This mailing has changed since you saw it.';
    const later = { ...time, at: inDays(2) };
    await expect(admin.call('deskScheduleMailing', { ...action(), slug, seen, time: later })).rejects.toThrow(
      stale,
    );
    await admin.call('deskScheduleMailing', { ...action(), slug, seen: scheduled.updatedAt, time: later });
    const { updatedAt } = await mailingOf(slug);
    await expect(
      admin.call('deskSendMailing', { ...action(), slug, seen: updatedAt, expected: 1 }),
    ).rejects.toThrow(stale);
    await admin.call('deskUnscheduleMailing', { ...quietAction(), slug, seen: updatedAt });
    expect(await mailingOf(slug)).toMatchObject({ status: 'draft' });
    expect(await mailingOf(slug)).not.toHaveProperty('schedule');
    const scheduleAt = (at: string) =>
      admin.call('deskScheduleMailing', { ...action(), slug, seen: updatedAt, time: { ...time, at } });
    await expect(scheduleAt(inDays(-1))).rejects.toThrow('has passed. Choose a later time');
    await expect(scheduleAt(inDays(367))).rejects.toThrow('is more than a year ahead');
  });
});
