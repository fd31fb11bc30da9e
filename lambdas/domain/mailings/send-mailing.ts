import type { PauseReason } from '../../../contract/records/mailing.ts';
import { parseMailing, type WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { AppError } from '../../platform/app-error.ts';
import { batchSizeOf, type SendingQuota } from './mailing-quota.ts';
import type { MailingStore, StoredMailing } from './mailing-store.ts';
import { pauseReasonOf } from './pause-reason.ts';
import { type MailingTemplate, mailingTemplate } from './render-mailing.ts';
import { type BatchDependencies, sendBatch } from './send-batch.ts';
import type { SubscriberStore } from './subscriber-store.ts';

export interface MailingDependencies extends BatchDependencies {
  mailings: Pick<MailingStore, 'advance' | 'find' | 'pause' | 'write'>;
  subscribers: Pick<SubscriberStore, 'page'>;
  readQuota: () => Promise<SendingQuota>;
  /** Publishes a newsletter on the site. @throws AppError when an article has its address */
  publishLetter: (mailing: StoredMailing, written: WrittenMailing) => Promise<void>;
  siteUrl: string;
  /** Called when the mailing pauses by itself. */
  onPause: (slug: string, reason: PauseReason) => void;
  /** False when too little time is left for another batch. */
  hasTime: () => boolean;
}

/** How a run ends. `waiting`: SES takes no more emails now. */
export type RunEnd = 'ended' | 'out of time' | 'waiting';

/** Other emails use the quota, too, so it is read again after this time. */
const quotaMs = 60_000;

/**
 * Sends a mailing to all accounts, batch by batch. Only one run may send at a time. It may be interrupted and repeated: nobody gets the mailing
 * twice. Decision 050 has the reasons.
 * @throws Error when a call fails; the next run continues
 */
export async function sendMailing(dependencies: MailingDependencies, slug: string): Promise<RunEnd> {
  const { mailings, hasTime, now, wait } = dependencies;
  const run = await startRun(dependencies, slug);
  if (!run) return 'ended';
  let { quota, readAt } = { quota: await dependencies.readQuota(), readAt: now().getTime() };
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
    const { sent, end } = await visitBatch(dependencies, mailing, run, size);
    if (end) return end;
    quota.left -= sent;
    await wait(Math.max(0, (1_000 * sent) / quota.perSecond - (now().getTime() - startedAt)));
  }
}

interface Run {
  written: WrittenMailing;
  template: MailingTemplate;
}

/** @returns undefined when there is nothing to send */
async function startRun(dependencies: MailingDependencies, slug: string): Promise<Run | undefined> {
  const mailing = await dependencies.mailings.find(slug);
  if (mailing?.status !== 'sending') return undefined;
  const written = parseMailing(`${slug}.md`, mailing.text);
  try {
    if (written.group === 'newsletter') await dependencies.publishLetter(mailing, written);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await pause(dependencies, slug, 'address');
    return undefined;
  }
  return { written, template: mailingTemplate(written, dependencies.siteUrl) };
}

/** Sends to the next accounts and counts them. */
async function visitBatch(
  dependencies: MailingDependencies,
  mailing: StoredMailing,
  { written, template }: Run,
  size: number,
): Promise<{ sent: number; end?: RunEnd }> {
  const { slug } = mailing;
  const { group, subject } = written;
  const { accounts, next } = await dependencies.subscribers.page(group, mailing.visitedUpTo, size);
  const batch = await sendBatch(dependencies, { slug, group, subject, template, accounts });
  if (!batch.isComplete)
    return {
      sent: 0,
      end: batch.because === 'stopped' ? await pause(dependencies, slug, 'refused') : 'waiting',
    };
  if (!(await dependencies.mailings.advance(mailing, batch.result, next, dependencies.now())))
    throw new Error(`Another run is sending the mailing ${slug} at the same time.`);
  // Otherwise a failure of SES would make the whole list uncertain.
  const end = batch.isAnswered ? {} : { end: await pause(dependencies, slug, 'uncertain') };
  return { sent: batch.result.sent, ...end };
}

async function pause(
  { mailings, onPause }: MailingDependencies,
  slug: string,
  reason: PauseReason,
): Promise<RunEnd> {
  if (await mailings.write(mailings.pause(slug, reason))) onPause(slug, reason);
  return 'ended';
}
