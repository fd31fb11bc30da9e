import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { testTables } from '../../platform/test-tables.ts';
import { limitStore } from '../limits/limit-store.ts';
import { referralStore } from './referral-store.ts';

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
const client = testTables(
  {
    name: 'Referrals',
    keySchema: [key('code', 'HASH'), key('sortKey', 'RANGE')],
    attributeDefinitions: [attribute('code'), attribute('sortKey')],
    globalSecondaryIndexes: [],
  },
  {
    name: 'Limits',
    keySchema: [key('id', 'HASH')],
    attributeDefinitions: [attribute('id')],
    globalSecondaryIndexes: [],
  },
);
const pause = vi.fn(async () => {});
const referrals = referralStore(client, 'Referrals', pause);
const limits = limitStore(client, 'Limits');
const now = new Date('2025-09-01T23:59:59.999Z');

/** A write that represents the change of the user's record. */
const note = (id: string): TransactionPart => ({
  Put: { TableName: 'Limits', Item: { id }, ConditionExpression: 'attribute_not_exists(id)' },
});
const claim = (code: string, userId: string) => referrals.claim(code, userId, note(`${code} ${userId}`));
const commit = (parts: TransactionPart[]) => client.send(new TransactWriteCommand({ TransactItems: parts }));
const daysOf = async (code: string, date = '2025-09-01') =>
  (await referrals.itemsOf(code)).filter(({ sortKey }) => sortKey.startsWith(`day#${date}`));
const impressionsOf = async (code: string, date: string) =>
  (await daysOf(code, date)).reduce(
    (sum, item) => sum + ('impressions' in item ? (item.impressions ?? 0) : 0),
    0,
  );

describe('a code', () => {
  test('belongs to its first owner', async () => {
    expect(await claim('claimed', 'user-1')).toBe(true);
    expect(await claim('claimed', 'user-2')).toBe(false);
    expect(await referrals.ownerOf('claimed')).toBe('user-1');
    expect(await referrals.ownerOf('unknown')).toBeUndefined();
  });

  test('stays free when the user cannot be changed', async () => {
    await claim('noted', 'user-1');
    expect(await referrals.claim('free', 'user-1', note('noted user-1'))).toBe(false);
    expect(await referrals.ownerOf('free')).toBeUndefined();
  });

  test('goes to one of two users who claim it at once', async () => {
    const outcomes = await Promise.all([claim('wanted', 'user-1'), claim('wanted', 'user-2')]);
    expect(outcomes.sort()).toEqual([false, true]);
  });
});

describe('visits', () => {
  test('are all counted, by day in UTC', async () => {
    await claim('visited', 'user-1');
    await Promise.all(
      Array.from({ length: 20 }, (_, visit) => referrals.countImpression('visited', now, visit % 3)),
    );
    await referrals.countImpression('visited', new Date('2025-09-02T01:00:00+02:00'), 0);
    await referrals.countImpression('visited', new Date('2025-09-02T00:00:00Z'), 0);
    expect(await impressionsOf('visited', '2025-09-01')).toBe(21);
    expect(await impressionsOf('visited', '2025-09-02')).toBe(1);
  });

  test('are spread over the items of the day', async () => {
    await claim('spread', 'user-1');
    for (const shard of [3, 15, 3]) await referrals.countImpression('spread', now, shard);
    expect(await daysOf('spread')).toEqual([
      { code: 'spread', sortKey: 'day#2025-09-01#15', impressions: 1 },
      { code: 'spread', sortKey: 'day#2025-09-01#3', impressions: 2 },
    ]);
  });

  test('store nothing if their code has no owner', async () => {
    await referrals.countImpression('nobodys', now, 0);
    expect(await referrals.itemsOf('nobodys')).toEqual([]);
  });
});

describe('sign-ups', () => {
  const signUp = (code: string, userId: string) =>
    referrals.countSignUp(code, limits.onlyOnce('signUp', userId, now), now);

  test('count once per account for repeated and concurrent reports, without storing the account', async () => {
    await claim('signed', 'user-1');
    await Promise.all(Array.from({ length: 10 }, () => signUp('signed', 'friend-1')));
    await signUp('signed', 'friend-2');
    const counted = await daysOf('signed');
    expect(counted).toEqual([{ code: 'signed', sortKey: 'day#2025-09-01', signUps: 2 }]);
    expect(JSON.stringify(counted)).not.toContain('friend');
  });

  test('store neither a count nor the mark if their code has no owner', async () => {
    await signUp('nobodys', 'friend-3');
    expect(await referrals.itemsOf('nobodys')).toEqual([]);
    await claim('later', 'user-1');
    await signUp('later', 'friend-3');
    expect(await daysOf('later')).toMatchObject([{ signUps: 1 }]);
  });
});

describe('removing a code', () => {
  async function fill(code: string) {
    await claim(code, 'user-1');
    for (let date = 1; date <= 25; date++)
      await referrals.countImpression(code, new Date(Date.UTC(2025, 0, date)), 0);
    await commit([referrals.conversion(code, { orderId: 'cs_1', licensedAt: now.toISOString() }, true)]);
  }

  test('removes all its items, is safe to repeat, and keeps other codes', async () => {
    await fill('removed');
    await fill('kept');
    await referrals.remove('removed', 'user-1');
    await referrals.remove('removed', 'user-1');
    expect(await referrals.itemsOf('removed')).toEqual([]);
    expect(await referrals.itemsOf('kept')).toHaveLength(27);
  });

  test('stops counting', async () => {
    await fill('over');
    await referrals.remove('over', 'user-1');
    await referrals.countImpression('over', now, 0);
    await referrals.countSignUp('over', limits.onlyOnce('signUp', 'friend-4', now), now);
    expect(await referrals.itemsOf('over')).toEqual([]);
  });

  test('continues after an earlier run removed the owner', async () => {
    const rest = { code: 'half', sortKey: 'day#2025-01-01', impressions: 1 };
    await client.send(new PutCommand({ TableName: 'Referrals', Item: rest }));
    await referrals.remove('half', 'user-1');
    expect(await referrals.itemsOf('half')).toEqual([]);
  });

  test('does not change a code that another user owns by now', async () => {
    await fill('others');
    await referrals.remove('others', 'user-2');
    expect(await referrals.itemsOf('others')).toHaveLength(27);
  });
});

test('stores one conversion per order, with whether it is active', async () => {
  await claim('converted', 'user-1');
  const order = { orderId: 'cs_1', licensedAt: '2025-09-01T10:00:00.000Z' };
  await commit([referrals.conversion('converted', order, true)]);
  await commit([referrals.conversion('converted', order, false)]);
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: 'Referrals' }));
  expect(items.filter(({ code, sortKey }) => code === 'converted' && sortKey !== 'owner')).toEqual([
    { code: 'converted', sortKey: 'conversion#cs_1', licensedAt: order.licensedAt, isLicensed: false },
  ]);
});

describe('when the table is busy', () => {
  const busyClient = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const table = mockClient(busyClient);
  const busy = referralStore(busyClient, 'Referrals', pause);
  const cancelled = (...codes: string[]) =>
    new TransactionCanceledException({
      message: 'No.',
      $metadata: {},
      CancellationReasons: codes.map((Code) => ({ Code })),
    });

  const countSignUp = () => busy.countSignUp('busy', limits.onlyOnce('signUp', 'friend-5', now), now);

  beforeEach(() => {
    table.reset();
    pause.mockClear();
    table.on(GetCommand).resolves({ Item: { userId: 'user-1' } });
  });

  test('retries a conflict with another transaction, each time after a pause', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled('TransactionConflict', 'None'))
      .rejectsOnce(cancelled('None', 'TransactionConflict'))
      .resolves({});
    await countSignUp();
    expect(pause.mock.calls).toEqual([[1], [2]]);
  });

  test('throws after the last attempt, so that the caller can retry', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('TransactionConflict', 'None'));
    await expect(countSignUp()).rejects.toThrow(TransactionCanceledException);
  });

  test('fails at once when the transaction was canceled for another reason', async () => {
    table.on(TransactWriteCommand).rejects(cancelled('ThrottlingError', 'None'));
    await expect(countSignUp()).rejects.toThrow(TransactionCanceledException);
    expect(pause).not.toHaveBeenCalled();
  });
});
