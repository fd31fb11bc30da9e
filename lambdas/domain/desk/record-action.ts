import type { AuditAction, AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { AuditStore } from './audit-store.ts';

interface DeskAction {
  /** The browser creates it once for each action, so that a repeated request is the same action. */
  actionId: string;
  actorId: string;
  action: AuditAction;
  personId?: string | undefined;
  orderId: string;
  reason: string;
  requestId: string;
  /** The state of the order before. */
  before: string;
}

interface ActionDependencies {
  audit: Pick<AuditStore, 'add'>;
  now: () => Date;
}

/**
 * Does something outside of our tables with an audit entry before and one after it. Without the first entry nothing happens. A run that ends
 * in between leaves `requested` as the last entry, which says that somebody has to look.
 * @param act returns the state after the action
 * @throws what `act` throws, after an entry about the failure
 */
export async function recordAction(
  { audit, now }: ActionDependencies,
  { actionId, before, ...action }: DeskAction,
  act: () => Promise<string>,
): Promise<string> {
  const entry = (outcome: AuditEntry['outcome'], after?: string): AuditEntry => ({
    ...action,
    auditId: actionId,
    at: now().toISOString(),
    outcome,
    before,
    ...(after === undefined ? {} : { after }),
  });
  await audit.add(entry('requested'));
  let after: string;
  try {
    after = await act();
  } catch (error) {
    await audit.add(entry('failed'));
    throw error;
  }
  await audit.add(entry('done', after));
  return after;
}
