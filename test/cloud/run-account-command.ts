import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type LocalEndpoints, localConnection } from '../../scripts/commands/stage/connect.ts';
import { runTeamCommand } from '../team-command.ts';
import { cloud, readTable } from './site.ts';

/** Runs `npm run account --` on the cloud of this test file. */
export const runAccount = (...args: string[]) =>
  runTeamCommand(cloud.dir, 'scripts/commands/account.ts', ...args);

/** Moves a request to the team into the past. */
export async function backdateReset(userId: string, hours: number): Promise<void> {
  const user = (await readTable('DataUsers')).find((item) => item.userId === userId);
  if (!user?.factorReset) throw new Error('There is no request.');
  const requestedAtMs = new Date(user.factorReset.requestedAt).getTime() - hours * 60 * 60 * 1000;
  const endpoints: LocalEndpoints = JSON.parse(await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'));
  const { dynamodb } = localConnection(endpoints);
  await dynamodb.send(
    new UpdateCommand({
      TableName: 'DataUsers',
      Key: { userId },
      UpdateExpression: 'SET factorReset.requestedAt = :requestedAt',
      ExpressionAttributeValues: { ':requestedAt': new Date(requestedAtMs).toISOString() },
    }),
  );
  dynamodb.destroy();
}

/** Resets the second factor as the team does, without the waiting period. */
export async function resetFactor({ userId, email }: { userId: string; email: string }): Promise<void> {
  await runAccount('reset-factor', email);
  await backdateReset(userId, 25);
  const { code, output } = await runAccount('reset-factor', email, '--yes');
  if (code !== 0) throw new Error(output);
}
