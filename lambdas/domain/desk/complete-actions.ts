import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { AppError } from '../../platform/app-error.ts';
import { finishOrder } from '../orders/finish-order.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import type { RefundDependencies } from '../orders/refund-order.ts';
import type { AuditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { completeRefund } from './record-refund.ts';

interface CompletionDependencies {
  audit: Pick<AuditStore, 'add' | 'find' | 'part'>;
  settlement: RefundDependencies;
  /** Publishes the event that sends the answer to feedback. Safe to repeat. */
  sendAnswer: (feedbackId: string, answerId: string) => Promise<void>;
}

interface CompletionObserver {
  completed: (auditId: string) => void;
  failed: (auditId: string, error: unknown) => void;
}

/** An action that is younger may still be running. */
const graceMs = 10 * 60 * 1000;

/** Runs come every hour, so an interrupted action is an hour old, unless Stripe or the runs were away. */
const lookBackDays = 14;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Completes the actions of the desk that were interrupted: a refund that was decided and not made, a gift or a revocation whose follow-up work
 * was not done, and an answer to feedback that was stored and not sent. A failure is reported to the observer, so that the next action can be completed.
 */
export async function completeActions(
  dependencies: CompletionDependencies,
  { completed, failed }: CompletionObserver,
): Promise<void> {
  const { audit, settlement } = dependencies;
  const entries = await entriesSince(audit, settlement.now());
  const ended = new Set(entries.flatMap(({ auditId, outcome }) => (outcome === 'requested' ? [] : auditId)));
  for (const entry of entries) {
    const { auditId } = entry;
    try {
      if (await complete(dependencies, entry, ended.has(auditId))) completed(auditId);
    } catch (error) {
      failed(auditId, error);
    }
  }
}

/** @returns whether there was something to do */
async function complete(
  dependencies: CompletionDependencies,
  entry: AuditEntry,
  hasOutcome: boolean,
): Promise<boolean> {
  const { action, orderId, outcome } = entry;
  if (action === 'answerFeedback') return !hasOutcome && completeAnswer(dependencies, entry);
  if (orderId === undefined) return false;
  const { orders } = dependencies.settlement;
  if (action === 'refund' && outcome === 'requested') {
    const order = await orders.find(orderId);
    return order !== undefined && completeOpenRefund(dependencies, entry, order, hasOutcome);
  }
  if (action !== 'gift' && action !== 'revoke') return false;
  const order = await orders.find(orderId);
  if (!order?.outbox) return false;
  await finishOrder(dependencies.settlement, order);
  return true;
}

async function completeAnswer(
  { audit, settlement, sendAnswer }: CompletionDependencies,
  entry: AuditEntry,
): Promise<boolean> {
  await sendAnswer(entry.feedbackId ?? '', entry.auditId);
  await audit.add({ ...entry, at: settlement.now().toISOString(), outcome: 'done' });
  return true;
}

async function completeOpenRefund(
  { audit, settlement }: CompletionDependencies,
  entry: AuditEntry,
  order: StoredOrder,
  hasOutcome: boolean,
): Promise<boolean> {
  if (!order.deskRefund?.isOpen || order.deskRefund.actionId !== entry.auditId) return false;
  if (hasOutcome) await settlement.orders.closeRefund(order.orderId, entry.auditId);
  else await completeRefund({ audit, settlement }, actionOf(entry), order).catch(ignoreRefusal);
  return true;
}

/** Stripe refuses the refund, and the audit says so. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** The entries of the last days, without the latest. */
async function entriesSince(audit: CompletionDependencies['audit'], now: Date): Promise<AuditEntry[]> {
  const days = Array.from({ length: lookBackDays + 1 }, (_, index) =>
    new Date(now.getTime() - index * dayMs).toISOString().slice(0, 10),
  );
  const entries = await Promise.all(days.map((value) => audit.find({ by: 'day', value })));
  return entries.flat().filter(({ at }) => now.getTime() - Date.parse(at) > graceMs);
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
