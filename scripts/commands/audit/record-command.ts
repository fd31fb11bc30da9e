import { randomUUID } from 'node:crypto';
import { auditStore } from '../../../lambdas/domain/desk/audit-store.ts';
import { type DeskAction, recordAction } from '../../../lambdas/domain/desk/record-action.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';

/**
 * Does something that the desk records too, with the same audit entries. CloudTrail has the person who ran the command.
 * @param act returns the state after the action
 * @throws Error of `act`, after an entry about the failure
 */
export async function recordCommand(
  stage: string | undefined,
  action: Omit<DeskAction, 'actionId' | 'actorId' | 'requestId'>,
  act: () => Promise<string | undefined>,
): Promise<void> {
  const { dynamodb, table } = await connectToTable('Audit', stage);
  await recordAction(
    { audit: auditStore(dynamodb, table), now: () => new Date() },
    { ...action, actionId: randomUUID(), actorId: 'command', requestId: 'command' },
    act,
  );
}
