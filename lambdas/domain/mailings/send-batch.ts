import type { MailGroup } from '../../../contract/records/user.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { UnsubscribeTokens } from '../mail/group-mail.ts';
import type { BulkSender, EntryOutcome } from './bulk-sender.ts';
import type { BatchResult } from './mailing-store.ts';
import { type RecipientStore, recipientKey } from './recipient-store.ts';
import type { MailingTemplate } from './render-mailing.ts';
import type { Account } from './subscriber-store.ts';

export interface BatchDependencies {
  recipients: RecipientStore;
  send: BulkSender;
  tokensOf: (userId: string, group: MailGroup) => Promise<UnsubscribeTokens>;
  now: () => Date;
  wait: (ms: number) => Promise<unknown>;
}

interface Batch {
  slug: string;
  group: MailGroup;
  subject: string;
  template: MailingTemplate;
  accounts: Account[];
}

export type BatchEnd =
  /** All accounts are done. `isAnswered`: SES has answered every call. */
  | { isComplete: true; result: BatchResult; isAnswered: boolean }
  /** SES did not take some of the emails. They can be sent later. */
  | { isComplete: false; because: 'delayed' | 'stopped' };

const updatesAtATime = 16;
const maxAttempts = 4;

/**
 * Sends a mailing to the subscribed accounts of a batch that no earlier run has sent it to. Each email has an entry in the mail log before SES
 * gets it, so a batch can be repeated after a crash.
 */
export async function sendBatch(
  dependencies: BatchDependencies,
  { slug, group, subject, template, accounts }: Batch,
): Promise<BatchEnd> {
  const { recipients, now } = dependencies;
  const ids = accounts.map(({ userId }) => userId);
  const earlier = await recipients.outcomes(slug, ids);
  const fresh = accounts.filter(({ userId, isSubscribed }) => isSubscribed && !earlier.has(userId));
  const freshIds = fresh.map(({ userId }) => userId);
  if (fresh.length > 0) await recipients.claim(slug, freshIds, { at: now().toISOString(), subject });
  const outcomes = await sendAll(dependencies, { slug, group, template, fresh });
  await eachOf([...outcomes], updatesAtATime, ([userId, outcome]) =>
    settle(recipients, slug, userId, outcome),
  );

  const isAny = (wanted: EntryOutcome) => [...outcomes.values()].includes(wanted);
  if (isAny('stopped')) return { isComplete: false, because: 'stopped' };
  if (isAny('delayed')) return { isComplete: false, because: 'delayed' };
  const isUncertain = (id: string) => outcomes.get(id) === 'uncertain' || earlier.get(id) === 'sending';
  const isSkipped = (id: string) =>
    outcomes.get(id) === 'refused' || earlier.get(id) === 'failed' || !(outcomes.has(id) || earlier.has(id));
  const uncertainIds = ids.filter(isUncertain);
  const skipped = ids.filter(isSkipped).length;
  return {
    isComplete: true,
    isAnswered: !isAny('uncertain'),
    result: { sent: ids.length - skipped - uncertainIds.length, skipped, uncertainIds },
  };
}

/** Sends, and repeats what SES delayed. @returns the outcomes by user id */
async function sendAll(
  { send, tokensOf, wait }: BatchDependencies,
  { slug, group, template, fresh }: Pick<Batch, 'slug' | 'group' | 'template'> & { fresh: Account[] },
): Promise<Map<string, EntryOutcome>> {
  const outcomes = new Map<string, EntryOutcome>();
  let open = fresh;
  for (let attempt = 1; open.length > 0; attempt++) {
    const entries = open.map(async ({ userId, email }) => ({
      email,
      tokens: await tokensOf(userId, group),
      key: recipientKey(slug, userId),
    }));
    const found = await send(template, await Promise.all(entries));
    for (const [index, { userId }] of open.entries()) outcomes.set(userId, found[index] ?? 'uncertain');
    open = open.filter(({ userId }) => outcomes.get(userId) === 'delayed');
    if (attempt === maxAttempts) break;
    // SES counts emails per second.
    if (open.length > 0) await wait(1_000 * attempt);
  }
  return outcomes;
}

/** Records what became of an email. An entry that stays `sending` is uncertain. */
async function settle(
  recipients: RecipientStore,
  slug: string,
  userId: string,
  outcome: EntryOutcome,
): Promise<void> {
  if (outcome === 'sent') await recipients.confirm(slug, userId);
  if (outcome === 'refused') await recipients.refuse(slug, userId);
  if (outcome === 'delayed' || outcome === 'stopped') await recipients.release(slug, userId);
}
