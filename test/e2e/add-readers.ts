import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type MailGroup, unsubscribableGroups } from '../../contract/records/user.ts';
import { newUser } from '../../lambdas/domain/users/new-user.ts';
import { type LocalEndpoints, localConnection } from '../../scripts/commands/stage/connect.ts';
import type { CloudProcess } from '../cloud-process.ts';

/** Adds records of people who are subscribed to one group only. They cannot sign in. */
export async function addReaders({ dir }: CloudProcess, group: MailGroup, count: number): Promise<void> {
  const { dynamodb } = localConnection(
    JSON.parse(await readFile(join(dir, 'endpoints.json'), 'utf8')) as LocalEndpoints,
  );
  const unsubscriptions = unsubscribableGroups.filter((each) => each !== group);
  const puts = Array.from({ length: count }, (_, index) => {
    const id = `reader-${group}-${index}`;
    return { PutRequest: { Item: { ...newUser(id, `${id}@example.test`, new Date()), unsubscriptions } } };
  });
  // DynamoDB takes 25 items in a request.
  for (let start = 0; start < count; start += 25)
    await dynamodb.send(
      new BatchWriteCommand({ RequestItems: { DataUsers: puts.slice(start, start + 25) } }),
    );
}
