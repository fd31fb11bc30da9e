import type { DeliveryCounts, PauseReason } from '../../../contract/records/mailing.ts';
import { isSubscriberId } from '../../../contract/records/subscriber.ts';
import { pauseLimits } from '../../../contract/rules/mailing-rules.ts';
import { parseMailing, type WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { AppError } from '../../platform/app-error.ts';
import { batchSizeOf, type SendingQuota } from './mailing-quota.ts';
import type { MailingStore } from './mailing-store.ts';
import { type MailingTemplate, mailingTemplate } from './render-mailing.ts';
import { type BatchDependencies, sendBatch } from './send-batch.ts';
import type { StoredMailing } from './stored-mailing.ts';
import type { SubscriberStore } from './subscriber-store.ts';

export interface MailingDependencies extends BatchDependencies {
  mailings: Pick<MailingStore, 'advance' | 'find' | 'pauseNow'>;
  subscribers: Pick<SubscriberStore, 'page'>;
  readQuota: () => Promise<SendingQuota>;
  /** Publishes a newsletter on the site. @throws AppError when an article has its address */
  publishNewsletter: (mailing: StoredMailing, written: WrittenMailing) => Promise<void>;
  /** Returns a sentence about why readers must not get the mailing. */
  findProblem: (written: WrittenMailing) => Promise<string | undefined>;
  siteUrl: string;
  /** Called when the mailing is paused automatically. */
  onPause: (slug: string, reason: PauseReason) => void;
  wait: (ms: number) => Promise<unknown>;
  /** False when too little time is left for another batch. */
  hasTime: () => boolean;
}

/** How a run ends. `waiting`: SES accepts no more emails now. */
export type RunEnd = 'ended' | 'out of time' | 'waiting';

/** Other emails use the same quota, so it is read again after this time. */
const quotaMs = 60_000;

/**
 * Sends a mailing to all addresses without an account and all accounts, batch by batch. Only one run may send at a time. It may be
 * interrupted and repeated, and nobody gets the mailing twice. Decision 050 has the reasons.
 * @throws Error when a call fails; the next run continues
 */
export async function sendMailing(dependencies: MailingDependencies, slug: string): Promise<RunEnd> {
  const { mailings, hasTime, now, wait } = dependencies;
  const run = await startRun(dependencies, slug);
  if (!run) return 'ended';
  let { quota, readAt } = { quota: await dependencies.readQuota(), readAt: now().getTime() };
  let attempt = 1;
  for (;;) {
    const mailing = await mailings.find(slug);
    if (mailing?.status !== 'sending') return 'ended';
    const reason = pauseReasonOf(mailing, mailing.resumedWith);
    if (reason) return pause(dependencies, slug, reason);
    if (!hasTime()) return 'out of time';
    const startedAt = now().getTime();
    if (startedAt - readAt > quotaMs) {
      quota = await dependencies.readQuota();
      readAt = startedAt;
    }
    const size = batchSizeOf(quota);
    if (quota.left < size) return 'waiting';
    const isLastAttempt = attempt === maxAttempts;
    const { sent, end } = await visitBatch(dependencies, mailing, run, { size, isLastAttempt });
    if (end === 'delayed' && isLastAttempt) return 'waiting';
    if (end && end !== 'delayed') return end;
    attempt = end === 'delayed' ? attempt + 1 : 1;
    quota.left -= sent;
    // SES counts emails per second.
    const pauseMs = end === 'delayed' ? 1_000 * attempt : (1_000 * sent) / quota.perSecond;
    await wait(Math.max(0, pauseMs - (now().getTime() - startedAt)));
  }
}

/** How often a batch is visited before the run leaves it to a later one. Each time, the accounts are read again. */
const maxAttempts = 4;

interface Run {
  written: WrittenMailing;
  template: MailingTemplate;
  /** The template for addresses without an account. */
  visitorTemplate: MailingTemplate;
}

/** @returns undefined when there is nothing to send */
async function startRun(dependencies: MailingDependencies, slug: string): Promise<Run | undefined> {
  const mailing = await dependencies.mailings.find(slug);
  if (mailing?.status !== 'sending') return undefined;
  try {
    const written = parseMailing(`${slug}.md`, mailing.text);
    const { siteUrl } = dependencies;
    const template = mailingTemplate(written, siteUrl);
    const visitorTemplate = mailingTemplate(written, siteUrl, { hasAccount: false });
    const problem = await dependencies.findProblem(written);
    if (problem) {
      await pause(dependencies, slug, 'content', problem);
      return undefined;
    }
    if (written.group === 'newsletter') await dependencies.publishNewsletter(mailing, written);
    return { written, template, visitorTemplate };
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) throw error;
    await pause(dependencies, slug, reason);
    return undefined;
  }
}

/** Why the mailing must pause; undefined if another run may succeed. */
function reasonOf(error: unknown): PauseReason | undefined {
  if (error instanceof AppError) return error.code === 'aborted' ? 'address' : undefined;
  return /^(ContentError|\$ZodError)$/.test((error as Error).name) ? 'text' : undefined;
}

/** Sends to the next accounts and counts them. */
async function visitBatch(
  dependencies: MailingDependencies,
  mailing: StoredMailing,
  { written, template, visitorTemplate }: Run,
  { size, isLastAttempt }: { size: number; isLastAttempt: boolean },
): Promise<{ sent: number; end?: RunEnd | 'delayed' }> {
  const { slug } = mailing;
  const { group, subject } = written;
  const { accounts, next } = await dependencies.subscribers.page(
    { ...written, approvedAt: mailing.approvedAt },
    mailing.visitedUpTo,
    size,
  );
  const isOfVisitors = accounts[0] !== undefined && isSubscriberId(accounts[0].userId);
  const batch = await sendBatch(dependencies, {
    slug,
    group,
    subject,
    template: isOfVisitors ? visitorTemplate : template,
    accounts,
    isLastAttempt,
  });
  if (!batch.isComplete) {
    const isStopped = batch.because === 'stopped';
    return { sent: 0, end: isStopped ? await pause(dependencies, slug, 'refused') : 'delayed' };
  }
  // After a call without a response, the mailing pauses, and ends only after somebody has resumed it.
  const position = next ?? (batch.isAnswered ? undefined : accounts.at(-1)?.userId);
  if (!(await dependencies.mailings.advance(mailing, batch.result, position, dependencies.now())))
    throw new Error(`Another run is sending the mailing ${slug} at the same time.`);
  // Otherwise an outage of SES would make the whole list uncertain.
  const end = batch.isAnswered ? {} : { end: await pause(dependencies, slug, 'uncertain') };
  return { sent: batch.result.sent, ...end };
}

async function pause(
  { mailings, onPause }: MailingDependencies,
  slug: string,
  reason: PauseReason,
  problem?: string,
): Promise<RunEnd> {
  if (await mailings.pauseNow(slug, reason, problem)) onPause(slug, reason);
  return 'ended';
}

const nothing: DeliveryCounts = { sent: 0, bounced: 0, complained: 0 };

/** Returns why a mailing must pause; undefined if it may continue. Counts only emails since it was last resumed. */
export function pauseReasonOf(
  counts: DeliveryCounts,
  since: DeliveryCounts = nothing,
): Extract<PauseReason, 'bounces' | 'complaints'> | undefined {
  const { afterSent, bouncedShare, complainedShare } = pauseLimits;
  const sent = counts.sent - since.sent;
  if (sent < afterSent) return undefined;
  if (counts.bounced - since.bounced > bouncedShare * sent) return 'bounces';
  if (counts.complained - since.complained > complainedShare * sent) return 'complaints';
  return undefined;
}
