import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { addressKey, mailLogStore } from '../mail/mail-log-store.ts';
import { newUser } from '../users/new-user.ts';
import { userStore } from '../users/user-store.ts';
import type { BulkSender } from './bulk-sender.ts';
import { mailingStore } from './mailing-store.ts';
import { recipientStore } from './recipient-store.ts';
import { type MailingDependencies, sendMailing } from './send-mailing.ts';
import { subscriberStore } from './subscriber-store.ts';

const { client, names } = testSiteTables('Users', 'Mailings', 'MailLog', 'Subscribers');
const users = userStore(client, names.Users);
const mailings = mailingStore(client, names.Mailings);
const log = mailLogStore(client, names.MailLog);
/** The addresses with an account. */
const registered = new Set<string>();
const subscribers = subscriberStore(client, {
  usersTable: names.Users,
  subscribersTable: names.Subscribers,
  findAccount: async (email) => (registered.has(email) ? email : undefined),
});
const recipients = recipientStore(client, names.MailLog);

const text = '---\ngroup: updates\nsubject: News\npreheader: What is new\n---\n\nHello.\n';
const now = () => new Date();

const isUnsubscribed = (id: string) => id.endsWith('7');

class Killed extends Error {}

/** People, a mailing, and a fake of SES that counts the emails of each person. */
async function startWorld({ slug, people }: { slug: string; people: number }) {
  const ids = Array.from({ length: people }, (_, index) => `${slug}-${index}`);
  for (const id of ids) {
    const { unsubscriptions: _, ...user } = newUser(id, `${id}@example.test`, now());
    const Item = { ...user, unsubscriptions: isUnsubscribed(id) ? ['updates'] : [] };
    await client.send(new PutCommand({ TableName: names.Users, Item }));
  }
  const written = parseMailing(`${slug}.md`, text);
  const at = now();
  const approval = { approvedBy: 'ana', approvedAt: at.toISOString(), expected: people };
  await mailings.write(mailings.saveDraft(written, text, at, undefined));
  await mailings.write(mailings.approve(slug, at.toISOString(), approval));

  const inboxes = new Map<string, number>();
  const gone = new Set<string>();
  /** Steps until the run is killed. */
  let left = Number.POSITIVE_INFINITY;
  function step(): void {
    left -= 1;
    if (left <= 0) throw new Killed();
  }
  const killable =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      step();
      const result = await call(...given);
      step();
      return result;
    };
  const send: BulkSender = async (_template, batch) => {
    for (const { email, key } of batch) {
      step();
      const id = email.replace('@example.test', '');
      inboxes.set(id, (inboxes.get(id) ?? 0) + 1);
      // SES reports about some of them before the run continues.
      if (id.endsWith('3'))
        await log.report(key, { outcome: 'delivered', reportedAt: now().toISOString(), messageId: id });
    }
    return batch.map(() => 'sent');
  };
  const dependencies = (onWait: () => Promise<void>): MailingDependencies => ({
    mailings: { ...mailings, find: killable(mailings.find), advance: killable(mailings.advance) },
    subscribers: { page: killable(subscribers.page) },
    recipients: {
      outcomes: killable(recipients.outcomes),
      claim: killable(recipients.claim),
      confirm: killable(recipients.confirm),
      refuse: killable(recipients.refuse),
      release: killable(recipients.release),
    },
    send,
    readQuota: async () => ({ perSecond: 10, left: Number.POSITIVE_INFINITY }),
    publishNewsletter: async () => {},
    findProblem: async () => undefined,
    tokensOf: async () => ({ group: 'g', all: 'a' }),
    siteUrl: 'https://site.test',
    onPause: (_, reason) => expect(reason).toBe('nothing'),
    hasTime: () => true,
    now,
    wait: onWait,
  });
  function killAfter(steps: number): void {
    left = steps;
  }
  /** A person who has not received it yet unsubscribes or deletes the account. */
  async function leave(id: string, isDeletion: boolean): Promise<void> {
    if (inboxes.has(id) || gone.has(id)) return;
    if (isDeletion) await users.remove(id, undefined, now());
    else await users.replaceUnsubscriptions(id, [], ['updates']);
    gone.add(id);
  }
  return { ids, inboxes, gone, dependencies, leave, killAfter };
}

describe('sendMailing', () => {
  it('never sends twice, or to a person who has left, whenever it is killed', {
    tags: ['extended', 'long'],
  }, async () => {
    let world = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 20, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(119), fc.boolean()), { maxLength: 40 }),
        async (kills, leavings) => {
          world += 1;
          const slug = `world-${world}`;
          const { ids, inboxes, gone, dependencies, leave, killAfter } = await startWorld({
            slug,
            people: 120,
          });
          const onWait = async () => {
            const [index, isDeletion] = leavings.pop() ?? [];
            if (index !== undefined) await leave(`${slug}-${index}`, isDeletion ?? false);
          };
          for (const steps of [...kills, Number.POSITIVE_INFINITY]) {
            killAfter(steps);
            await sendMailing(dependencies(onWait), slug).catch((error) => {
              if (!(error instanceof Killed)) throw error;
            });
          }
          const mailing = await mailings.find(slug);
          expect(mailing?.status).toBe('sent');
          expect([...inboxes.values()].filter((count) => count > 1)).toEqual([]);
          expect([...gone].filter((id) => inboxes.has(id))).toEqual([]);
          const { sent, skipped, uncertainIds = [] } = mailing ?? {};
          const isUncertain = (id: string) => uncertainIds.includes(id);
          const received = ids.filter((id) => inboxes.has(id));
          expect(sent).toBe(received.filter((id) => !isUncertain(id)).length);
          expect(Number(sent) + Number(skipped) + uncertainIds.length).toBe(ids.length);
          const without = ids.filter((id) => !inboxes.has(id) && !isUncertain(id));
          expect(without.filter((id) => !gone.has(id) && !isUnsubscribed(id))).toEqual([]);
          for (const userId of ids)
            await client.send(new DeleteCommand({ TableName: names.Users, Key: { userId } }));
        },
      ),
      { numRuns: 5 },
    );
  });

  it.each(['with the account', 'later'])(
    'sends one email to each person who registers while it runs, and whose record without the account goes %s',
    async (when) => {
      const slug = `registrations-${when.replaceAll(' ', '-')}`;
      const { ids, inboxes, dependencies, killAfter } = await startWorld({ slug, people: 30 });
      const visitors = Array.from({ length: 30 }, (_, index) => `${slug}-visitor-${index}`);
      const put = (id: string, groups: string[]) => {
        const email = `${id}@example.test`;
        const Item = { subscriberId: addressKey(email), version: 1, email, groups };
        return client.send(new PutCommand({ TableName: names.Subscribers, Item }));
      };
      for (const id of visitors) await put(id, ['updates']);
      const waiting = [...visitors];
      async function register(): Promise<void> {
        for (const id of waiting.splice(0, 4)) {
          const email = `${id}@example.test`;
          registered.add(email);
          const Item = { ...newUser(`user-of-${id}`, email, now()), unsubscriptions: [] };
          await client.send(new PutCommand({ TableName: names.Users, Item }));
          if (when === 'with the account') await put(id, []);
        }
      }
      // Killed once in the middle of each part.
      for (const steps of [40, 60, Number.POSITIVE_INFINITY]) {
        killAfter(steps);
        await sendMailing(dependencies(register), slug).catch((error) => {
          if (!(error instanceof Killed)) throw error;
        });
      }
      const { status, uncertainIds = [] } = (await mailings.find(slug)) ?? {};
      expect(status).toBe('sent');
      const isUncertain = (id: string) =>
        [`user-of-${id}`, addressKey(`${id}@example.test`)].some((key) => uncertainIds.includes(key));
      expect(visitors.filter((id) => Number(inboxes.get(id)) > 1)).toEqual([]);
      expect(visitors.filter((id) => !inboxes.has(id) && !isUncertain(id))).toEqual([]);
      expect(waiting.length).toBeLessThan(visitors.length);
      for (const id of visitors) await put(id, []);
      for (const userId of [...ids, ...visitors.map((id) => `user-of-${id}`)])
        await client.send(new DeleteCommand({ TableName: names.Users, Key: { userId } }));
    },
  );
});
