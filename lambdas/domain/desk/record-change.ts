import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { AuditStore } from './audit-store.ts';
import { type DeskAction, entryOf } from './record-action.ts';

interface RecordDependencies {
  audit: Pick<AuditStore, 'add' | 'part' | 'requireSame'>;
  now: () => Date;
}

export interface RecordedChange {
  /** The state after the change. */
  after?: string;
  /**
   * Writes the change and the audit entry together.
   * @returns false when the entry exists already, so that nothing was written
   */
  write: (auditPart: TransactionPart, at: Date) => Promise<boolean>;
  /** Publishes the event that follows. Safe to repeat. */
  announce?: () => Promise<void>;
}

/**
 * Writes a change of our tables and its audit entry in one transaction, then publishes the event. A run that is interrupted before the event
 * leaves `requested` as the last entry; `reconcile`, or the same request, then publishes the event.
 * @throws AppError `aborted` when the id belongs to another action; errors of `write`
 */
export async function recordChange(
  { audit, now }: RecordDependencies,
  action: DeskAction,
  { after, write, announce }: RecordedChange,
): Promise<void> {
  const at = now();
  let entry = entryOf(action, at, announce ? 'requested' : 'done', after);
  // The entry of the first request has the state before the change.
  if (!(await write(audit.part(entry), at))) entry = await audit.requireSame(entry);
  if (!announce) return;
  await announce();
  await audit.add({ ...entry, at: now().toISOString(), outcome: 'done' });
}
