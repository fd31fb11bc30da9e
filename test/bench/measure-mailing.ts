import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { readQuota } from '../../lambdas/domain/mailings/mailing-quota.ts';
import { startMailing } from '../../lambdas/domain/mailings/start-mailing.ts';
import { newUser } from '../../lambdas/domain/users/new-user.ts';
import { userStore } from '../../lambdas/domain/users/user-store.ts';
import { approveMailing } from '../../scripts/commands/mailing/approve-mailing.ts';
import { connectToMailings, type MailingSite } from '../../scripts/commands/mailing/connect-to-mailings.ts';
import { findMailing } from '../../scripts/commands/mailing/read-mailing.ts';
import { connectToTable } from '../../scripts/commands/stage/connect-to-tables.ts';
import { type CloudProcess, startCloudProcess } from '../cloud-process.ts';

const people = 10_000;
const kills = 20;
/** How many people unsubscribe or delete the account before each kill. */
const leavingPerKill = 10;

type Progress = (text: string) => void;

/**
 * Sends a mailing to many people, kills the local cloud at random moments, and lets people leave
 * at the same time. Then it sends another mailing without kills and measures the rate.
 */
export async function measureMailing(onProgress: Progress): Promise<string[][]> {
  const cloud = await startCloudProcess();
  try {
    process.env.LOCAL_DIR = cloud.dir;
    const ids = await addPeople(onProgress);
    const killed = await sendWithKills(cloud, ids, onProgress);
    return [['', 'result'], ...killed, ...(await sendUndisturbed(onProgress))];
  } finally {
    await cloud.dispose();
  }
}

async function addPeople(onProgress: Progress): Promise<string[]> {
  const { dynamodb, table } = await connectToTable('Users');
  const ids = Array.from({ length: people }, (_, index) => `reader-${index}`);
  for (let start = 0; start < people; start += 25) {
    if (start % 1000 === 0) onProgress(`${start} of ${people} accounts`);
    const puts = ids.slice(start, start + 25).map((id) => ({
      PutRequest: { Item: newUser(id, `${id}@example.test`, new Date()) },
    }));
    await dynamodb.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }));
  }
  return ids;
}

async function sendWithKills(cloud: CloudProcess, ids: string[], onProgress: Progress): Promise<string[][]> {
  const inbox = readInbox(cloud.dir, 'Mailing with kills');
  const slug = await send(await connectToMailings(), 'test/bench/mailing-with-kills.md');
  const gone = new Set<string>();
  for (let kill = 1; kill <= kills; kill++) {
    await wait(500 + Math.random() * 3_000);
    await leave(ids, inbox, gone);
    onProgress(`kill ${kill} of ${kills}`);
    await cloud.restart();
    // As the schedule does every hour: after three attempts, the message is in the dead-letter queue.
    await startMailing((await connectToMailings()).bus, slug);
  }
  const site = await connectToMailings();
  await untilSent(site, slug, onProgress);
  const { sent, skipped, uncertainIds } = await findMailing(site, slug);
  const found = await inbox();
  const mails = [...found.values()];
  const total = sent + skipped + uncertainIds.length;
  return [
    ['accounts', String(await countAccounts(site))],
    ['sent + skipped + uncertain', `${sent} + ${skipped} + ${uncertainIds.length} = ${total}`],
    [`people with an email, after ${kills} kills`, String(mails.length)],
    ['people with two', String(mails.filter((count) => count > 1).length)],
    [
      `people with an email who left before, of ${gone.size}`,
      String([...gone].filter((email) => found.has(email)).length),
    ],
  ];
}

async function sendUndisturbed(onProgress: Progress): Promise<string[][]> {
  const site = await connectToMailings();
  const startedAt = performance.now();
  const slug = await send(site, 'test/bench/mailing-undisturbed.md');
  await untilSent(site, slug, onProgress);
  const perSecond = (await findMailing(site, slug)).sent / ((performance.now() - startedAt) / 1000);
  const quota = await readQuota(site.ses);
  return [
    ['rate without kills, as a ratio to what mailings may use', (perSecond / quota.perSecond).toFixed(2)],
  ];
}

async function send(site: MailingSite, file: string): Promise<string> {
  const expected = await site.subscribers.count('updates');
  const slug = await approveMailing(site, file, { now: new Date(), ask: async () => String(expected) });
  if (!slug) throw new Error(`${file} was not sent.`);
  return slug;
}

/** Some people who have no email yet unsubscribe or delete the account. */
async function leave(ids: string[], inbox: Inbox, gone: Set<string>): Promise<void> {
  const { dynamodb, table } = await connectToTable('Users');
  const users = userStore(dynamodb, table);
  for (let index = 0; index < leavingPerKill; index++) {
    const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
    const email = `${id}@example.test`;
    const user = await users.find(id);
    if (!user || (await inbox()).has(email)) continue;
    if (index % 2 === 0) await users.remove(id, undefined, new Date());
    else await users.replaceUnsubscriptions(id, user.unsubscriptions, ['updates', ...user.unsubscriptions]);
    // The email may have been sent between the two readings.
    if (!(await inbox()).has(email)) gone.add(email);
  }
}

async function untilSent(site: MailingSite, slug: string, onProgress: Progress): Promise<void> {
  for (;;) {
    const { status, sent } = await findMailing(site, slug);
    if (status === 'sent') return;
    if (status !== 'sending') throw new Error(`The mailing is ${status}.`);
    onProgress(`${sent} emails`);
    await wait(500);
  }
}

async function countAccounts({ subscribers }: MailingSite): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const { accounts, next } = await subscribers.page('updates', after, 1_000);
    count += accounts.length;
    after = next;
  } while (after !== undefined);
  return count;
}

/** The number of emails with a subject, by address. */
type Inbox = () => Promise<Map<string, number>>;

/** Reads the files of the local mailbox, each once. */
function readInbox(dir: string, subject: string): Inbox {
  const folder = join(dir, 'mail');
  const read = new Set<string>();
  const inbox = new Map<string, number>();
  return async () => {
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.json') || read.has(name)) continue;
      const mail = JSON.parse(await readFile(join(folder, name), 'utf8'));
      read.add(name);
      if (mail.subject === subject) inbox.set(mail.to, (inbox.get(mail.to) ?? 0) + 1);
    }
    return inbox;
  };
}
