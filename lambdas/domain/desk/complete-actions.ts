import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { AppError } from '../../platform/app-error.ts';
import { type FinishDependencies, finishOrder } from '../orders/finish-order.ts';
import type { OrderStore, StoredOrder } from '../orders/order-store.ts';
import type { RefundDependencies } from '../orders/refund-order.ts';
import type { AuditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { completeRefund } from './record-refund.ts';

interface CompletionDependencies {
  audit: Pick<AuditStore, 'add' | 'find' | 'part'>;
  finishing: FinishDependencies & { orders: Pick<OrderStore, 'find' | 'finish'> };
  /** Called for refunds only, because a site may not have Stripe's key yet. */
  openSettlement: () => Promise<RefundDependencies>;
  /** Publishes the event that sends the answer to feedback. Safe to repeat. */
  sendAnswer: (feedbackId: string, answerId: string) => Promise<void>;
  /** Publishes the event that sends the answer to a text about a problem. Safe to repeat. */
  sendProblemAnswer: (version: string, textId: string, answerId: string) => Promise<void>;
  /** Publishes the event that makes the site read an article. Safe to repeat. */
  announceArticle: (slug: string) => Promise<void>;
  /** Publishes the event that makes the site send a mailing. Safe to repeat. */
  startMailing: (slug: string) => Promise<void>;
  now: () => Date;
}

interface CompletionObserver {
  completed: (auditId: string) => void;
  failed: (auditId: string, error: unknown) => void;
}

/** A younger action may still be running. */
const graceMs = 10 * 60 * 1000;

/** Runs come every hour. Actions stay open for longer only during an outage. */
const lookBackDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Completes interrupted actions of the desk, and of people with their license: refunds that were decided and not made, the follow-up work of
 * gifts, revocations, and licenses that were reissued or moved, answers to feedback and reports that were stored and not sent, articles that
 * were changed and not announced, and mailings that were approved or resumed and not started. A failure
 * goes to the observer and does not stop the other actions.
 */
export async function completeActions(
  dependencies: CompletionDependencies,
  { completed, failed }: CompletionObserver,
): Promise<void> {
  const now = dependencies.now();
  const entries = await recentEntries(dependencies.audit, now);
  const ended = new Set(entries.flatMap(({ auditId, outcome }) => (outcome === 'requested' ? [] : auditId)));
  for (const entry of entries.filter(({ at }) => now.getTime() - Date.parse(at) > graceMs)) {
    const { auditId } = entry;
    try {
      if (await complete(dependencies, entry, ended.has(auditId))) completed(auditId);
    } catch (error) {
      failed(auditId, error);
    }
  }
}

/** Their order, which may have been bought long ago, can have an outbox. */
const withOutbox: ReadonlySet<AuditEntry['action']> = new Set([
  'gift',
  'revoke',
  'reissue',
  'passOn',
  'moveLicense',
]);

/** @returns whether there was something to do */
async function complete(
  dependencies: CompletionDependencies,
  entry: AuditEntry,
  hasOutcome: boolean,
): Promise<boolean> {
  const { action, orderId, outcome } = entry;
  const publish = eventOf(dependencies, entry);
  if (publish) return !hasOutcome && completeEvent(dependencies, entry, publish);
  if (orderId === undefined) return false;
  const { finishing } = dependencies;
  if (action === 'refund' && outcome === 'requested') {
    const order = await finishing.orders.find(orderId);
    return order !== undefined && completeOpenRefund(dependencies, entry, order, hasOutcome);
  }
  if (!withOutbox.has(action)) return false;
  const order = await finishing.orders.find(orderId);
  if (!order?.outbox) return false;
  await finishOrder(finishing, order);
  return true;
}

/** Publishes the event that follows from an action; undefined for an action without one. */
function eventOf(
  { sendAnswer, sendProblemAnswer, announceArticle, startMailing }: CompletionDependencies,
  { action, auditId, feedbackId = '', slug = '', mailing = '', version = '', problem = '' }: AuditEntry,
): (() => Promise<void>) | undefined {
  if (action === 'answerFeedback') return () => sendAnswer(feedbackId, auditId);
  if (action === 'answerProblem') return () => sendProblemAnswer(version, problem, auditId);
  if (action === 'storeArticle' || action === 'unpublishArticle') return () => announceArticle(slug);
  if (action === 'sendMailing' || action === 'resumeMailing') return () => startMailing(mailing);
  return undefined;
}

async function completeEvent(
  { audit, now }: CompletionDependencies,
  entry: AuditEntry,
  publish: () => Promise<void>,
): Promise<boolean> {
  await publish();
  await audit.add({ ...entry, at: now().toISOString(), outcome: 'done' });
  return true;
}

async function completeOpenRefund(
  { audit, openSettlement }: CompletionDependencies,
  entry: AuditEntry,
  order: StoredOrder,
  hasOutcome: boolean,
): Promise<boolean> {
  if (!order.deskRefund?.isOpen || order.deskRefund.actionId !== entry.auditId) return false;
  const settlement = await openSettlement();
  if (hasOutcome) await settlement.orders.closeRefund(order.orderId, entry.auditId);
  else await completeRefund({ audit, settlement }, actionOf(entry), order).catch(ignoreRefusal);
  return true;
}

/** A refund that Stripe refuses is recorded in the audit and is not an error. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The entries of the last days. */
async function recentEntries(audit: CompletionDependencies['audit'], now: Date): Promise<AuditEntry[]> {
  const days = Array.from({ length: lookBackDays + 1 }, (_, index) =>
    new Date(now.getTime() - index * dayMs).toISOString().slice(0, 10),
  );
  const entries = await Promise.all(days.map((value) => audit.find({ by: 'day', value })));
  return entries.flat();
}

function actionOf({
  auditId: actionId,
  at: _at,
  outcome: _outcome,
  after: _after,
  ...action
}: AuditEntry): DeskAction {
  return { ...action, actionId };
}
