import { AppError } from '../../platform/app-error.ts';
import type { AuditStore } from '../desk/audit-store.ts';
import { type DeskAction, entryOf } from '../desk/record-action.ts';
import type { CodeStore } from './code-store.ts';

interface RevokeDependencies {
  codes: Pick<CodeStore, 'findBatch' | 'revoke'>;
  audit: Pick<AuditStore, 'part' | 'requireSame'>;
  now: () => Date;
}

/**
 * Ends the codes of a batch that nobody has redeemed, and writes the audit entry in the same transaction. A repeated request changes nothing.
 * @throws AppError `not-found`, or `aborted` when another action has ended them or the id belongs to another action
 */
export async function revokeCodes(
  { codes, audit, now }: RevokeDependencies,
  action: DeskAction,
  batchId: string,
): Promise<void> {
  const batch = await codes.findBatch(batchId);
  if (!batch) throw new AppError('not-found', 'There is no such batch of codes.');
  const entry = entryOf({ ...action, batchId, before: batch.status }, now(), 'done', 'revoked');
  const outcome = await codes.revoke(batchId, audit.part(entry));
  if (outcome === 'repeated') await audit.requireSame(entry);
  if (outcome === 'outdated') throw new AppError('aborted', 'These codes were already revoked.');
}
