import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { MailingStatus } from '../../../contract/records/mailing.ts';
import { AppError } from '../../platform/app-error.ts';
import { type TransactionPart, writeRecorded } from '../../platform/conditional-write.ts';
import type { AuditStore } from './audit-store.ts';
import type { DeskAction } from './record-action.ts';
import { type RecordedChange, recordChange } from './record-change.ts';

interface RecordDependencies {
  tables: DynamoDBDocumentClient;
  audit: Pick<AuditStore, 'add' | 'part' | 'requireSame'>;
  now: () => Date;
}

export interface MailingChange extends Pick<RecordedChange, 'announce'> {
  /** The write that the store of the mailings returned. */
  change: TransactionPart;
  /** Missing for a mailing that is removed. */
  after?: MailingStatus;
  /** The error message for the admin when the condition of the change fails. */
  refusal?: string;
}

const changed =
  'This mailing has changed since you saw it. Nothing was done. It may be listed under another state now.';

/**
 * Changes a mailing with `recordChange`.
 * @throws AppError `aborted` when the mailing is not the one that the admin saw, or the id belongs to another action
 */
export function recordMailing(
  { tables, audit, now }: RecordDependencies,
  action: DeskAction,
  { change, refusal = changed, ...rest }: MailingChange,
): Promise<void> {
  const write = async (auditPart: TransactionPart) => {
    const outcome = await writeRecorded(tables, auditPart, change);
    if (outcome === 'outdated') throw new AppError('aborted', refusal);
    return outcome === 'written';
  };
  return recordChange({ audit, now }, action, { ...rest, write });
}
