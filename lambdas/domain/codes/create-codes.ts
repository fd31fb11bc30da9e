import type { CodeBatch } from '../../../contract/records/code-batch.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AuditStore } from '../desk/audit-store.ts';
import { type DeskAction, entryOf } from '../desk/record-action.ts';
import { type CodeStore, hashCode, newCode } from './code-store.ts';

interface CreateDependencies {
  codes: Pick<CodeStore, 'create' | 'addCodes' | 'activate'>;
  audit: Pick<AuditStore, 'part'>;
  now: () => Date;
}

/**
 * Creates a batch of codes. Only their hashes are stored, so the codes cannot be read again. The batch becomes valid when all codes are
 * stored, so an interrupted run leaves codes that do not work.
 * @throws AppError `invalid-argument` for a last day in the past; `aborted` for a repeated request, or when the batch was revoked before it was complete
 */
export async function createCodes(
  { codes, audit, now }: CreateDependencies,
  action: DeskAction,
  { kind, note, count, lastDay }: Pick<CodeBatch, 'kind' | 'note' | 'count' | 'lastDay'>,
): Promise<string[]> {
  if (lastDay && lastDay < now().toISOString().slice(0, 10))
    throw new AppError('invalid-argument', 'The last day is in the past. Nothing was made.');
  const { actionId: batchId } = action;
  const createdAt = now().toISOString();
  const about = { ...action, batchId };
  const batch: CodeBatch = {
    batchId,
    kind,
    note,
    count,
    redeemedCount: 0,
    createdAt,
    ...(lastDay ? { lastDay } : {}),
    status: 'incomplete',
  };
  if (!(await codes.create(batch, audit.part(entryOf(about, now(), 'requested')))))
    throw new AppError(
      'aborted',
      'These codes were already made, and are shown only once. Revoke the batch and make another.',
    );
  const made = Array.from({ length: count }, newCode);
  await codes.addCodes(
    batchId,
    made.map((code) => hashCode(code.replaceAll('-', ''))),
  );
  const after = count === 1 ? '1 code' : `${count} codes`;
  const isActive = await codes.activate(batchId, audit.part(entryOf(about, now(), 'done', after)));
  if (!isActive) throw new AppError('aborted', 'Somebody revoked this batch while it was being made.');
  return made;
}
