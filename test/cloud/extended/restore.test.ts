import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addressKey } from '../../../lambdas/domain/mail/mail-log-store.ts';
import type { StoredUser } from '../../../lambdas/domain/users/user-store.ts';
import { type LocalEndpoints, localClient } from '../../../scripts/commands/stage/connect.ts';
import { type Person, registerPerson } from '../../person.ts';
import { runTeamCommand } from '../../team-command.ts';
import { cloud, readTable, siteUrl } from '../site.ts';

const live = 'DataUsers';
const restore = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/restore.ts', ...args);
let people: { kept: Person; lost: Person; changed: Person };
let deleted: StoredUser;
let dynamodb: DynamoDBDocumentClient;
let earlier: StoredUser[];
/** The name of a table with the earlier items, as AWS restores it from a point in time. */
let restored: string;

const recordOf = async (userId: string, table = live) =>
  (await dynamodb.send(new GetCommand({ TableName: table, Key: { userId }, ConsistentRead: true }))).Item;
/** Creates a table with the same key schema and the given items. */
async function createRestoredTable(table: string, items: object[]): Promise<string> {
  const name = `${table}-${randomUUID()}`;
  const { Table: description } = await dynamodb.send(new DescribeTableCommand({ TableName: table }));
  await dynamodb.send(
    new CreateTableCommand({
      TableName: name,
      KeySchema: description?.KeySchema,
      // Omits the attributes of indexes, because the table is created without them.
      AttributeDefinitions: description?.AttributeDefinitions?.filter(({ AttributeName }) =>
        description.KeySchema?.some((key) => key.AttributeName === AttributeName),
      ),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  for (const item of items) await write(item, name);
  return name;
}
const write = (item: object, table = live) =>
  dynamodb.send(new PutCommand({ TableName: table, Item: item as Record<string, unknown> }));

async function register(): Promise<Person> {
  const person = await registerPerson(siteUrl);
  await person.call('me');
  return person;
}

beforeAll(async () => {
  people = { kept: await register(), lost: await register(), changed: await register() };
  deleted = {
    ...(await people.kept.call('me')),
    userId: randomUUID(),
    email: 'gone@example.test',
  } as StoredUser;
  earlier = await readTable('DataUsers');
  const { dynamodbEndpoint } = JSON.parse(
    await readFile(join(cloud.dir, 'endpoints.json'), 'utf8'),
  ) as LocalEndpoints;
  dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient(localClient(dynamodbEndpoint)));
});

beforeEach(async () => {
  for (const record of earlier) await write(record);
  restored = await createRestoredTable(live, earlier);
  // Since the backup, one account was deleted, one record was lost, and one was changed.
  await write(deleted, restored);
  await dynamodb.send(new DeleteCommand({ TableName: live, Key: { userId: people.lost.userId } }));
  await people.changed.call('updateMe', { mailGroup: { group: 'newsletter', wantsMail: true } });
});

describe('npm run restore', () => {
  test('shows missing and changed items, and writes nothing', async () => {
    const before = await readTable('DataUsers');
    const { code, output } = await restore('Users', restored);
    expect(code).toBe(0);
    expect(output).toMatch(
      /1 missing\n +\S+\n +1 changed since\n +\S+\n( +\w+: .+ → .+\n)+ +1 of deleted accounts or people who left, skipped/,
    );
    expect(output).toContain('Nothing was written.');
    expect(await readTable('DataUsers')).toEqual(before);
  });

  test('puts back missing items with --missing, and keeps changed ones', async () => {
    const changed = await recordOf(people.changed.userId);
    expect((await restore('Users', restored, '--missing')).output).toContain('\n  1 put back\n');
    expect(await recordOf(people.lost.userId)).toEqual(await recordOf(people.lost.userId, restored));
    expect(await recordOf(people.changed.userId)).toEqual(changed);
    expect(await recordOf(deleted.userId)).toBeUndefined();
    expect((await restore('Users', restored, '--missing')).output).toContain('\n  0 put back\n');
  });

  test('puts back all items with --changed, and keeps newer ones', async () => {
    const newcomer = await register();
    expect((await restore('Users', restored, '--changed', '--yes')).output).toContain('\n  2 put back\n');
    for (const { userId } of Object.values(people)) {
      expect(await recordOf(userId)).toEqual(await recordOf(userId, restored));
    }
    expect(await recordOf(deleted.userId)).toBeUndefined();
    expect(await recordOf(newcomer.userId)).toBeDefined();
    expect((await restore('Users', restored)).output).toContain('  0 missing\n  0 changed since\n');
  });

  test('replaces nothing without an answer', async () => {
    const before = await readTable('DataUsers');
    const { code, output } = await restore('Users', restored, '--changed');
    expect([code, output]).toEqual([1, expect.stringContaining('Nothing was written. Add --yes')]);
    expect(await readTable('DataUsers')).toEqual(before);
  });

  test('copies a table of the local cloud to practice with', async () => {
    for (const option of ['--missing', '--changed', '--yes'])
      expect(await restore('Users', '--practice', option)).toEqual({
        code: 1,
        output: expect.stringContaining('--practice only makes a copy'),
      });
    const { output } = await restore('Users', '--practice');
    expect(output).toContain('The copy stays until you delete all local data: npm start -- --reset');
    const [copy = ''] = output.match(/DataUsers-practice-\d+/) ?? [];
    expect((await restore('Users', copy)).output).toContain('  0 missing\n  0 changed since\n');
    await dynamodb.send(new DeleteCommand({ TableName: live, Key: { userId: people.kept.userId } }));
    expect((await restore('Users', copy, '--missing')).output).toContain('\n  1 put back\n');
    expect(await recordOf(people.kept.userId)).toEqual(await recordOf(people.kept.userId, copy));
  });

  test('omits the logged emails of a deleted account and of addresses', async () => {
    const entry = { mailId: 'mail-1', at: '2026-11-25T10:00:00.000Z', subject: 'Hello', outcome: 'sent' };
    const personKeys = [people.kept.userId, deleted.userId, addressKey('gone@example.test')];
    const mails = await createRestoredTable(
      'DataMailLog',
      personKeys.map((personKey) => ({ ...entry, personKey })),
    );
    const { output } = await restore('MailLog', mails, '--missing');
    expect(output).toContain('  2 of deleted accounts or people who left, skipped');
    expect(output).toContain('\n  1 put back\n');
  });

  test('omits the counts of a deleted account’s referral code', async () => {
    const itemsOf = (code: string, userId: string) => [
      { code, sortKey: 'owner', userId },
      { code, sortKey: 'day#2026-01-31', impressions: 3 },
    ];
    const referrals = await createRestoredTable('DataReferrals', [
      ...itemsOf('oldfriend', people.kept.userId),
      ...itemsOf('gonefriend', deleted.userId),
    ]);
    const { output } = await restore('Referrals', referrals, '--missing');
    expect(output).toContain('  2 of deleted accounts or people who left, skipped\n');
    const codes = (await readTable('DataReferrals')).map(({ code }) => code);
    expect(codes.filter((code) => /friend/.test(code))).toEqual(['oldfriend', 'oldfriend']);
  });

  test('publishes a restored article again', async () => {
    const [article] = await readTable('DataArticles');
    const articles = await createRestoredTable('DataArticles', [{ ...article, headline: 'As it was' }]);
    expect((await restore('Articles', articles, '--changed', '--yes')).output).toContain('\n  1 put back\n');
    await vi.waitFor(
      async () => {
        const page = await (await fetch(`${siteUrl}/blog/${article?.slug}`)).text();
        expect(page).toContain('As it was');
      },
      { timeout: 20_000 },
    );
  });

  test('does not publish an old draft', async () => {
    const [article] = await readTable('DataArticles');
    const schedule = { at: '2025-01-01T00:00:00.000Z', timeZone: 'UTC' };
    const articles = await createRestoredTable('DataArticles', [
      { ...article, slug: `${article?.slug}#draft`, status: 'draft' },
      { ...article, slug: 'lost-draft', status: 'scheduled', schedule },
    ]);
    expect((await restore('Articles', articles, '--missing')).output).toContain('\n  1 put back\n');
    const stored: { slug: string; status: string; schedule?: object }[] = await readTable('DataArticles');
    const drafts = stored.filter(({ status }) => status !== 'published');
    expect(drafts.map(({ slug, status, schedule: left }) => [slug, status, left])).toContainEqual([
      'lost-draft',
      'draft',
      undefined,
    ]);
    expect(drafts.map(({ slug }) => slug)).not.toContain(`${article?.slug}#draft`);
  });

  test.each([
    ['a missing table', ['Users', 'Nowhere'], 'There is no table Nowhere.'],
    ['another table', ['Orders', live], `${live} is not an earlier state of DataOrders.`],
    ['the table itself', ['Users', live], `${live} is not an earlier state of ${live}.`],
    ['a table that the site does not have', ['Idempotency', 'Other'], 'Usage:'],
    ['no arguments', [], 'Usage:'],
  ])('refuses %s', async (_, args, message) => {
    const { code, output } = await restore(...args, '--changed');
    expect(code).toBe(1);
    expect(output).toContain(message);
  });
});
