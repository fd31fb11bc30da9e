import type { MailGroup } from '../../../contract/records/user.ts';
import { eachOf } from '../../platform/each-of.ts';
import type { UnsubscribeTokens } from '../mail/group-mail.ts';
import { addressKey } from '../mail/mail-log-store.ts';
import type { BulkSender, EntryOutcome } from './bulk-sender.ts';
import { type RecipientStore, recipientKey } from './recipient-store.ts';
import type { MailingTemplate } from './render-mailing.ts';
import type { BatchResult } from './stored-mailing.ts';
import type { Account } from './subscriber-store.ts';

export interface BatchDependencies {
  recipients: RecipientStore;
  send: BulkSender;
  tokensOf: (userId: string, group: MailGroup) => Promise<UnsubscribeTokens>;
  now: () => Date;
}

interface Batch {
  slug: string;
  group: MailGroup;
  subject: string;
  template: MailingTemplate;
  accounts: Account[];
  /** Whether to skip a person when SES could not send to them. */
  isLastAttempt: boolean;
}

export type BatchEnd =
  /** All accounts are done. `isAnswered`: SES has responded to every call. */
  | { isComplete: true; result: BatchResult; isAnswered: boolean }
  /** SES did not accept some of the emails. They can be sent later. */
  | { isComplete: false; because: 'delayed' | 'stopped' };

const updatesAtATime = 16;

/**
 * Sends a mailing to the recipients in a batch of accounts that no earlier run has sent it to. Each email has an entry in the mail log before SES
 * gets it, so a batch can be repeated after a crash.
 */
export async function sendBatch(dependencies: BatchDependencies, batch: Batch): Promise<BatchEnd> {
  const { recipients, now } = dependencies;
  const { slug, subject, accounts } = batch;
  const ids = accounts.map(({ userId }) => userId);
  const earlier = await recipients.outcomes(slug, [...new Set([...ids, ...accounts.map(addressKeyOf)])]);
  const fresh = accounts.filter(
    (account) => account.isRecipient && !earlier.has(account.userId) && !earlier.has(addressKeyOf(account)),
  );
  const freshIds = fresh.map(({ userId }) => userId);
  if (fresh.length > 0) await recipients.claim(slug, freshIds, { at: now().toISOString(), subject });
  const outcomes = await sendTo(dependencies, batch, fresh);
  const obstacle = obstacleIn([...outcomes.values()], batch.isLastAttempt);
  await eachOf([...outcomes], updatesAtATime, ([userId, outcome]) =>
    settle(
      recipients,
      slug,
      userId,
      obstacle === 'stopped' && outcome === 'refused' ? 'stopped' : outcome,
      batch,
    ),
  );
  if (obstacle) return { isComplete: false, because: obstacle };

  const isUncertain = (id: string) => outcomes.get(id) === 'uncertain' || earlier.get(id) === 'sending';
  const isSent = (id: string) => {
    const outcome = outcomes.get(id) ?? earlier.get(id);
    return (
      outcome !== undefined && !['refused', 'unsent', 'failed', 'uncertain', 'sending'].includes(outcome)
    );
  };
  const uncertainIds = ids.filter(isUncertain);
  const sent = ids.filter(isSent).length;
  return {
    isComplete: true,
    isAnswered: ![...outcomes.values()].includes('uncertain'),
    result: { sent, skipped: ids.length - sent - uncertainIds.length, uncertainIds },
  };
}

/** The id of a person before they registered, under which they may have got the mailing already. */
const addressKeyOf = ({ email }: Account) => addressKey(email);

/** If SES refuses this many people of a batch, and more than half of it, the mailing is the reason. */
const manyRefusals = 5;

/** Why the batch is not complete; undefined if it is. */
function obstacleIn(outcomes: EntryOutcome[], isLastAttempt: boolean): 'delayed' | 'stopped' | undefined {
  const countOf = (wanted: EntryOutcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const refused = countOf('refused');
  if (countOf('stopped') > 0 || (refused >= manyRefusals && 2 * refused > outcomes.length)) return 'stopped';
  return countOf('delayed') > 0 || (countOf('unsent') > 0 && !isLastAttempt) ? 'delayed' : undefined;
}

/** @returns the outcomes by user id */
async function sendTo(
  { send, tokensOf }: BatchDependencies,
  { slug, group, template }: Batch,
  accounts: Account[],
): Promise<Map<string, EntryOutcome>> {
  if (accounts.length === 0) return new Map();
  const entries = accounts.map(async ({ userId, email }) => ({
    email,
    tokens: await tokensOf(userId, group),
    key: recipientKey(slug, userId),
  }));
  const outcomes = await send(template, await Promise.all(entries));
  return new Map(accounts.map(({ userId }, index) => [userId, outcomes[index] ?? 'uncertain']));
}

/** Records the outcome of an email. An entry that stays `sending` is uncertain. */
async function settle(
  recipients: RecipientStore,
  slug: string,
  userId: string,
  outcome: EntryOutcome,
  { isLastAttempt }: Batch,
): Promise<void> {
  if (outcome === 'sent') await recipients.confirm(slug, userId);
  else if (outcome === 'refused' || (outcome === 'unsent' && isLastAttempt))
    await recipients.refuse(slug, userId);
  else if (outcome !== 'uncertain') await recipients.release(slug, userId);
}
