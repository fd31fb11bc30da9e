import { randomUUID } from 'node:crypto';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { RoadmapItemId } from '../../contract/content/roadmap-items.ts';
import * as events from '../../contract/events/events.ts';
import { slugsForVoters, votersOf } from '../../contract/rules/mailing-audience.ts';
import { openBlogDesk } from '../blog-desk.ts';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { cloud, readTable, siteUrl } from './site.ts';

const inTime = { timeout: 30_000 };
let admin: Person;
let voter: Person;

beforeAll(async () => {
  [admin, voter] = await Promise.all([registerAdmin(siteUrl), registerPerson(siteUrl)]);
});

const vote = (person: Person, item: string, isFor = true) => person.call('voteForItem', { item, isFor });

/** The stored number, which is also there while it is too small to be shown. */
async function countOf(item: RoadmapItemId): Promise<number> {
  const found = (await readTable('DataFeedback')).find(({ feedbackId }) => feedbackId === `votes#${item}`);
  return Number((found as { votes?: number } | undefined)?.votes ?? 0);
}

/** The numbers on the page, after a run of the function that writes them. Otherwise it runs every six minutes. */
async function publishedVotes(): Promise<Record<string, number>> {
  const { events: bus, eventBus } = (await openBlogDesk(cloud.dir)).connection;
  const { source: Source, type: DetailType } = events.articleChanged;
  const Detail = JSON.stringify({ slug: `no-article-${randomUUID()}` });
  await bus.send(new PutEventsCommand({ Entries: [{ EventBusName: eventBus, Source, DetailType, Detail }] }));
  const response = await fetch(`${siteUrl}/roadmap/votes.json`);
  expect(response.headers.get('content-type')).toBe('application/json');
  return (await response.json()) as Record<string, number>;
}

describe('the votes for items of the roadmap', () => {
  it('count once for two requests at once, are exported, and can be taken back', async () => {
    const item = 'relations-with-dates';
    const before = await countOf(item);
    await Promise.all([1, 2, 3].map(() => vote(voter, item)));
    expect(await countOf(item)).toBe(before + 1);
    const { votes } = await voter.call('me');
    expect(votes).toEqual({ [item]: expect.stringMatching(/Z$/) });
    expect((await voter.call('exportMyData')).user.votes).toEqual(votes);
    await vote(voter, item, false);
    await vote(voter, item, false);
    expect(await countOf(item)).toBe(before);
    expect((await voter.call('me')).votes).toEqual({});
  });

  it('are refused with a sentence for an item that the roadmap does not have', async () => {
    await expect(vote(voter, 'atlantis')).rejects.toThrow('The roadmap has no such item.');
    await expect(vote(voter, 'Ünknown <b>')).rejects.toThrow('400');
    expect((await voter.call('me')).votes ?? {}).toEqual({});
  });

  it('appear when ten people have voted, and disappear when one of them deletes the account', async () => {
    const item = 'printed-atlas';
    const people = await Promise.all(Array.from({ length: 10 }, () => registerPerson(siteUrl)));
    const [leaver, ...others] = people as [Person, ...Person[]];
    const ninth = await Promise.all(others.map((person) => vote(person, item)));
    for (const answer of ninth) expect(answer).not.toHaveProperty('votes');
    expect(await publishedVotes()).not.toHaveProperty(item);
    expect((await vote(leaver, item)).votes).toBe(10);
    await vi.waitFor(async () => expect(await publishedVotes()).toMatchObject({ [item]: 10 }), inTime);

    await leaver.call('deleteAccountData');
    await vi.waitFor(async () => expect(await countOf(item)).toBe(9), inTime);
    await vi.waitFor(async () => expect(await publishedVotes()).not.toHaveProperty(item), inTime);
    const { items } = await admin.call('deskRoadmap', {});
    expect(items.find(({ id }) => id === item)).toMatchObject({ votes: 9, licensed: 0, mailings: [] });
  });

  it('let the team write to the voters who agreed to it, and to nobody else', async () => {
    const item = 'questions-for-the-calendar';
    const [silent, stranger] = await Promise.all([registerPerson(siteUrl), registerPerson(siteUrl)]);
    const subscribe = (person: Person) =>
      person.call('updateMe', { mailGroup: { group: 'feedback', wantsMail: true } });
    await Promise.all([subscribe(voter), subscribe(stranger), silent.call('me')]);
    await Promise.all([vote(voter, item), vote(silent, item)]);

    const [slug = ''] = slugsForVoters(item);
    const audience = votersOf(item);
    const subject = `The calendar answers ${randomUUID()}`;
    const text = `---\ngroup: feedback\naudience: ${audience}\nsubject: ${subject}\npreheader: News.\n---\n\nHello.\n`;
    const store = () => admin.call('deskStoreMailing', { actionId: randomUUID(), slug, text });
    await store();
    await expect(store()).rejects.toThrow(`There is a mailing ${slug} already. Choose another name.`);
    const { mailing } = await admin.call('deskMailing', { slug });
    expect(mailing).toMatchObject({ audience, status: 'draft' });
    const { count: expected } = await admin.call('deskCountRecipients', { group: 'feedback', audience });
    expect(expected).toBe(1);
    const approval = {
      actionId: randomUUID(),
      reason: 'It is done.',
      slug,
      seen: mailing.updatedAt,
      expected,
    };
    await admin.call('deskSendMailing', approval);
    await vi.waitFor(
      async () => expect((await admin.call('deskMailing', { slug })).mailing.status).toBe('sent'),
      inTime,
    );
    const [own, ...others] = await Promise.all(
      [voter, silent, stranger].map(async ({ email }) => mailsTo(siteUrl, email)),
    );
    expect(own?.map((mail) => mail.subject)).toContain(subject);
    for (const mails of others) expect(mails.map((mail) => mail.subject)).not.toContain(subject);

    const { items } = await admin.call('deskRoadmap', {});
    const shown = items.find(({ id }) => id === item);
    expect(shown).toMatchObject({ votes: 2, recipients: 1, mailings: [{ slug, status: 'sent' }] });
    // With the link of the email, the voter leaves the group, and gets no second mailing.
    const mail = own?.find((each) => each.subject === subject);
    const [, link = ''] = /<(.+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '') ?? [];
    await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    const again = await admin.call('deskCountRecipients', { group: 'feedback', audience });
    expect(again.count).toBe(0);
  });
});
