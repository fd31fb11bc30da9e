import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DeskResetStep } from '../../contract/rules/recovery-codes.ts';
import { type LocalEndpoints, localConnection } from '../../scripts/commands/stage/connect.ts';
import type { Person } from '../person.ts';
import { registerAdmin } from '../registered-admin.ts';
import { cloud, readTable, siteUrl } from './site.ts';

let admin: Promise<Person> | undefined;

/** Takes a step in the reset of a lost second factor, as the team does at the desk. */
export async function takeResetStep(userId: string, step: DeskResetStep): Promise<void> {
  admin ??= registerAdmin(siteUrl);
  const action = { actionId: randomUUID(), reason: 'The person asks.' };
  await (await admin).call('deskTurnOffFactor', { ...action, userId, step });
}

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
export async function resetFactor({ userId }: { userId: string }): Promise<void> {
  await takeResetStep(userId, 'request');
  await backdateReset(userId, 25);
  await takeResetStep(userId, 'complete');
}
