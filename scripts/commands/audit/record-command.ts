import { randomUUID } from 'node:crypto';
import { auditStore } from '../../../lambdas/domain/desk/audit-store.ts';
import { type DeskAction, recordAction } from '../../../lambdas/domain/desk/record-action.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';
import { describeError } from '../terminal/describe-error.ts';

type CommandAction = Omit<DeskAction, 'actionId' | 'actorId' | 'requestId'>;

/**
 * Does something that the desk records too, with the same audit entries. CloudTrail has the person who ran the command.
 * @param act returns the state after the action
 * @throws Error of `act`, after an entry about the failure
 */
export async function recordCommand(
  stage: string | undefined,
  action: CommandAction,
  act: () => Promise<string | undefined>,
): Promise<void> {
  const { dynamodb, table } = await connectToTable('Audit', stage);
  await recordAction(
    { audit: auditStore(dynamodb, table), now: () => new Date() },
    { ...action, actionId: randomUUID(), actorId: 'command', requestId: 'command' },
    act,
  );
}

/**
 * The same for something that must happen even while the tables are down: without the audit, it happens once and warns.
 * @throws Error of `act`
 */
export async function recordIfPossible(
  stage: string | undefined,
  action: CommandAction,
  act: () => Promise<string | undefined>,
): Promise<void> {
  let progress = 'waiting' as 'waiting' | 'acting' | 'done';
  try {
    await recordCommand(stage, action, async () => {
      progress = 'acting';
      const after = await act();
      progress = 'done';
      return after;
    });
  } catch (error) {
    if (progress === 'acting') throw error;
    console.error(`The audit has no complete entry of this. ${describeError(error as Error)}`);
    if (progress === 'waiting') await act();
  }
}
