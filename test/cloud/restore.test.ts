import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredUser } from '../../lambdas/users/user-store.ts';
import { type LocalEndpoints, localClient } from '../../scripts/connect.ts';
import { type Person, registerPerson } from '../person.ts';
import { runTeamCommand } from '../team-command.ts';
import { cloud, readTables, siteUrl } from './site.ts';

const live = 'DataUsers';
const restore = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/restore.ts', ...args);
let people: { kept: Person; lost: Person; changed: Person };
let gone: StoredUser;
let dynamodb: DynamoDBDocumentClient;
let earlier: StoredUser[];
/** The table as it was, as AWS restores it from a point in time. */
let restored: string;

const recordOf = async (userId: string, table = live) =>
  (await dynamodb.send(new GetCommand({ TableName: table, Key: { userId }, ConsistentRead: true }))).Item;
const write = (item: object, table = live) =>
  dynamodb.send(new PutCommand({ TableName: table, Item: item as Record<string, unknown> }));

async function register(): Promise<Person> {
  const person = await registerPerson(siteUrl);
  await person.call('me');
  return person;
}

beforeAll(async () => {
  people = { kept: await register(), lost: await register(), changed: await register() };
  gone = {
    ...(await people.kept.call('me')),
    userId: randomUUID(),
    email: 'gone@example.test',
  } as StoredUser;
  earlier = (await readTables()).DataUsers;
  const { dynamodbEndpoint } = JSON.parse(
    await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'),
  ) as LocalEndpoints;
  dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient(localClient(dynamodbEndpoint)));
});

beforeEach(async () => {
  restored = `${live}-${randomUUID()}`;
  const { Table: table } = await dynamodb.send(new DescribeTableCommand({ TableName: live }));
  await dynamodb.send(
    new CreateTableCommand({
      TableName: restored,
      KeySchema: table?.KeySchema,
      AttributeDefinitions: table?.AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  for (const record of earlier) {
    await write(record);
    await write(record, restored);
  }
  // Since then: one was deleted with the account, one was lost, one was changed, and one has come.
  await write(gone, restored);
  await dynamodb.send(new DeleteCommand({ TableName: live, Key: { userId: people.lost.userId } }));
  await people.changed.call('updateMe', { displayName: `Ana ${randomUUID()}` });
});

describe('npm run restore', () => {
  test('shows what was lost and what has changed, and writes nothing', async () => {
    const before = (await readTables()).DataUsers;
    const { code, output } = await restore('Users', restored);
    expect(code).toBe(0);
    expect(output).toMatch(/1 missing\n +\S+\n +1 changed since\n +\S+\n +1 of deleted accounts, left out/);
    expect(output).toContain('Nothing was written.');
    expect((await readTables()).DataUsers).toEqual(before);
  });

  test('--missing puts back what was lost, and leaves what has changed', async () => {
    const changed = await recordOf(people.changed.userId);
    expect((await restore('Users', restored, '--missing')).output).toContain('1 put back.');
    expect(await recordOf(people.lost.userId)).toEqual(await recordOf(people.lost.userId, restored));
    expect(await recordOf(people.changed.userId)).toEqual(changed);
    expect(await recordOf(gone.userId)).toBeUndefined();
    expect((await restore('Users', restored, '--missing')).output).toContain('0 put back.');
  });

  test('--changed makes everything as it was, and leaves who has come since', async () => {
    const newcomer = await register();
    expect((await restore('Users', restored, '--changed')).output).toContain('2 put back.');
    for (const { userId } of Object.values(people)) {
      expect(await recordOf(userId)).toEqual(await recordOf(userId, restored));
    }
    expect(await recordOf(gone.userId)).toBeUndefined();
    expect(await recordOf(newcomer.userId)).toBeDefined();
    expect((await restore('Users', restored)).output).toContain('0 missing\n  0 changed since');
  });

  test.each([
    ['a table that is not there', ['Users', 'Nowhere'], 'There is no table Nowhere.'],
    ['another table', ['Orders', live], `${live} is not an earlier state of DataOrders.`],
    ['the table itself', ['Users', live], `${live} is not an earlier state of ${live}.`],
    ['a table that the site does not have', ['Idempotency', 'Other'], 'Usage:'],
    ['nothing', [], 'Usage:'],
  ])('refuses %s', async (_, args, sentence) => {
    const { code, output } = await restore(...args, '--changed');
    expect(code).toBe(1);
    expect(output).toContain(sentence);
  });
});
