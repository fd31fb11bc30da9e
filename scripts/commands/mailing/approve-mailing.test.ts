import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailingStore } from '../../../lambdas/domain/mailings/mailing-store.ts';
import { recipientStore } from '../../../lambdas/domain/mailings/recipient-store.ts';
import { requireFreeAddress } from '../../../lambdas/domain/mailings/require-free-address.ts';
import { subscriberStore } from '../../../lambdas/domain/mailings/subscriber-store.ts';
import { newUser } from '../../../lambdas/domain/users/new-user.ts';
import { testTables } from '../../../lambdas/platform/test-tables.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { approveMailing } from './approve-mailing.ts';
import { discardDraft, pauseMailing, resumeMailing } from './change-mailing.ts';
import type { MailingSite } from './connect-to-mailings.ts';
import { listMailings } from './list-mailings.ts';
import { reportMailing } from './report-mailing.ts';

const mailingsTable = stackTable('Mailings');
const usersTable = stackTable('Users');
const logTable = stackTable('MailLog');
const articlesTable = stackTable('Articles');
const client = testTables(mailingsTable, usersTable, logTable, articlesTable);
const publish = vi.fn<(command: PutEventsCommand) => Promise<object>>();
const recipients = recipientStore(client, logTable.name);
const site = {
  mailings: mailingStore(client, mailingsTable.name),
  subscribers: subscriberStore(client, usersTable.name),
  recipients,
  bus: { client: { send: publish }, name: 'Bus' },
  requireFreeAddress: (written: Parameters<MailingSite['requireFreeAddress']>[0]) =>
    requireFreeAddress(client, articlesTable.name, written),
} as unknown as MailingSite;
const now = new Date('2026-12-01T10:00:00Z');
const text = '---\ngroup: updates\nsubject: News\npreheader: New\n---\n\nHello.\n';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mailing-'));
  for (const id of ['ana', 'bea']) {
    const Item = newUser(id, `${id}@example.test`, now);
    await client.send(new PutCommand({ TableName: usersTable.name, Item }));
  }
  return () => rm(dir, { recursive: true });
});
beforeEach(() => {
  publish.mockReset().mockResolvedValue({ Entries: [{ EventId: '1' }] });
});

async function fileOf(slug: string, content = text): Promise<string> {
  const file = join(dir, `${slug}.md`);
  await writeFile(file, content);
  return file;
}
const send = (what: string, answer = '2') => approveMailing(site, what, { now, ask: async () => answer });

describe('npm run mailing -- send', () => {
  it('approves a file and begins to send it after the number of people was typed', async () => {
    const ask = vi.fn(async () => ' 2 ');
    expect(await approveMailing(site, await fileOf('first'), { now, ask })).toBe('first');
    expect(ask).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('subscribed to updates: 2 at the moment'),
    );
    expect(await site.mailings.find('first')).toMatchObject({
      status: 'sending',
      approvedBy: 'command',
      approvedAt: now.toISOString(),
      expected: 2,
    });
    expect(publish.mock.calls[0]?.[0].input.Entries?.[0]).toMatchObject({
      DetailType: 'MailingStarted',
      Detail: expect.stringContaining('"slug":"first"'),
    });
  });

  it('changes nothing after another answer', async () => {
    expect(await send(await fileOf('second'), '20')).toBeUndefined();
    expect(await site.mailings.find('second')).toBeUndefined();
    expect(publish).not.toHaveBeenCalled();
  });

  it('replaces a draft with the file, and sends a stored draft by its slug', async () => {
    const { mailings } = site;
    const draft = {
      slug: 'third',
      group: 'updates',
      subject: 'Draft',
      preheader: 'New',
      content: [],
    } as const;
    await mailings.write(
      mailings.saveDraft({ ...draft, content: [] }, text.replace('News', 'Draft'), now, undefined),
    );
    await send(await fileOf('third'));
    expect(await mailings.find('third')).toMatchObject({ subject: 'News', status: 'sending' });
    const stored = { ...draft, slug: 'stored', content: [] };
    await mailings.write(mailings.saveDraft(stored, text, now, undefined));
    expect(await send('stored')).toBe('stored');
    expect((await mailings.find('stored'))?.status).toBe('sending');
  });

  it('sends a file again whose draft was discarded', async () => {
    const draft = {
      slug: 'again',
      group: 'updates',
      subject: 'News',
      preheader: 'New',
      content: [],
    } as const;
    await site.mailings.write(site.mailings.saveDraft({ ...draft, content: [] }, text, now, undefined));
    await discardDraft(site, 'again');
    await expect(discardDraft(site, 'again')).rejects.toThrow('its status is "discarded"');
    expect(await send(await fileOf('again'))).toBe('again');
  });

  it('refuses to send a mailing twice', async () => {
    await expect(send(await fileOf('first'))).rejects.toThrow('A mailing is sent once.');
  });

  it('refuses a newsletter whose address an article has', async () => {
    await client.send(new PutCommand({ TableName: articlesTable.name, Item: { slug: 'taken' } }));
    const newsletter = await fileOf('taken', text.replace('updates', 'newsletter'));
    await expect(send(newsletter)).rejects.toThrow('An article has the address taken.');
    expect(await site.mailings.find('taken')).toBeUndefined();
    expect(await send(await fileOf('taken'))).toBe('taken');
  });

  it('refuses to ask without a terminal', async () => {
    await expect(approveMailing(site, 'first', { now, ask: undefined })).rejects.toThrow('in a terminal');
  });

  it.each([
    ['missing', 'There is no mailing "missing"'],
    ['missing.md', 'There is no file missing.md'],
  ])('says what is wrong with %s', async (what, problem) => {
    await expect(send(what)).rejects.toThrow(problem);
  });
});

describe('npm run mailing -- pause, resume and status', () => {
  it('pauses what is being sent, and resumes only what is paused', async () => {
    await send(await fileOf('fourth'));
    publish.mockClear();
    await pauseMailing(site, 'fourth');
    expect(await reportMailing(site, 'fourth')).toContain('paused by the team, 0 of about 2 sent');
    await expect(pauseMailing(site, 'fourth')).rejects.toThrow('is not being sent: its status is "paused"');
    await resumeMailing(site, 'fourth');
    expect(publish).toHaveBeenCalledOnce();
    await expect(resumeMailing(site, 'fourth')).rejects.toThrow('is not paused');
  });

  it('names the people who may not have got it, without those whom SES has reported', async () => {
    await send(await fileOf('fifth'));
    const mailing = await site.mailings.find('fifth');
    await recipients.claim('fifth', ['ana', 'bea'], { at: now.toISOString(), subject: 'News' });
    await recipients.confirm('fifth', 'ana');
    const result = { sent: 0, skipped: 0, uncertainIds: ['ana', 'bea'] };
    if (mailing) await site.mailings.advance(mailing, result, undefined, now);
    const lines = await reportMailing(site, 'fifth');
    expect(lines.slice(-2)).toEqual([
      'These accounts may or may not have got it, and do not get it again:',
      '  bea',
    ]);
  });

  it('lists all mailings with their state', async () => {
    const lines = await listMailings(site);
    expect(lines).toContainEqual(
      expect.stringMatching(/^fourth +updates +News +sending, 0 of about 2 sent$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^fifth +updates +News +sent to 0 people$/));
  });
});
