import type { AuditAction, AuditEntry, AuditSubject } from '../../../contract/records/audit-entry.ts';
import { requestId as currentRequestId } from '../../platform/request-id.ts';
import type { AuditStore } from './audit-store.ts';

export interface DeskAction extends AuditSubject {
  /** The browser creates it once for each action, so that a repeated request is the same action. */
  actionId: string;
  actorId: string;
  action: AuditAction;
  reason?: string | undefined;
  requestId: string;
  /** The state before, such as the status of an order. */
  before?: string | undefined;
}

interface ActionDependencies {
  audit: Pick<AuditStore, 'add' | 'begin' | 'isDone'>;
  now: () => Date;
}

/** The audit entry of an action, with an outcome. Absent fields are left out, because the table stores no undefined values. */
export function entryOf(
  { actionId, ...action }: DeskAction,
  at: Date,
  outcome: AuditEntry['outcome'],
  after?: string | undefined,
): AuditEntry {
  const entry = { ...action, auditId: actionId, at: at.toISOString(), outcome, after };
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as AuditEntry;
}

/** The actor of what a person does with their own license. */
const holder = 'holder';

/**
 * The audit entry of what a person does with their own license, which is written in the transaction that changes the order.
 * @param requestId the same when the request is repeated: the entry is written once, so an old request cannot change the order again
 */
export function holderEntry(
  action: AuditAction,
  subject: Required<Pick<AuditSubject, 'personId' | 'orderId'>>,
  requestId: string,
  at: Date,
): AuditEntry {
  const actionId = `${action}#${subject.orderId}#${requestId}#${subject.personId}`;
  return entryOf(
    { actionId, actorId: holder, action, requestId: currentRequestId() ?? '', ...subject },
    at,
    'done',
  );
}

/**
 * Does something outside of our tables, with one audit entry before and one after it. If the first entry cannot be written, it does nothing. A
 * run that is interrupted leaves `requested` as the last entry, so an admin has to check the outcome. A repeated request does nothing if the first one
 * succeeded, because others may have acted since.
 * @param act returns the state after the action, if there is one. `isRepeated` says that an earlier run of the action began it.
 * @throws AppError `aborted` when the id belongs to another action; errors of `act`, after an entry about the failure
 */
export async function recordAction(
  { audit, now }: ActionDependencies,
  action: DeskAction,
  act: (run: { isRepeated: boolean }) => Promise<string | undefined>,
): Promise<void> {
  const earlier = await audit.begin(entryOf(action, now(), 'requested'));
  if (earlier && (await audit.isDone(action.actionId))) return;
  let after: string | undefined;
  try {
    after = await act({ isRepeated: earlier !== undefined });
  } catch (error) {
    await audit.add(entryOf(action, now(), 'failed'));
    throw error;
  }
  await audit.add(entryOf(action, now(), 'done', after));
}
