import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { testTables } from '../../platform/test-tables.ts';
import { newUser } from './new-user.ts';
import { userStore } from './user-store.ts';

const table = mockClient(DynamoDBDocumentClient);
const users = userStore(DynamoDBDocumentClient.from(new DynamoDBClient({})), 'Users');
const user = newUser('user-1', 'ana@example.test', new Date());
const conditionFailed = new ConditionalCheckFailedException({ message: 'No.', $metadata: {} });
const lastUpdate = () => table.commandCalls(UpdateCommand).at(-1)?.args[0].input;

beforeEach(() => {
  table.reset();
});

describe('find', () => {
  test('reads the record consistently', async () => {
    const strongly = { TableName: 'Users', Key: { userId: 'user-1' }, ConsistentRead: true };
    table.on(GetCommand, strongly).resolves({ Item: user });
    expect(await users.find('user-1')).toEqual(user);
  });

  test('returns undefined when there is no record', async () => {
    table.on(GetCommand).resolves({});
    expect(await users.find('user-1')).toBeUndefined();
  });
});

describe('page', () => {
  test('returns the users of a page without deleted ones, and the cursor of the next page', async () => {
    const after = { userId: 'user-0' };
    const tombstone = { userId: 'user-2', status: 'deleted', expiration: 1 };
    table
      .on(ScanCommand, { TableName: 'Users', Limit: 2, ExclusiveStartKey: after })
      .resolves({ Items: [user, tombstone], LastEvaluatedKey: { userId: 'user-2' } });
    expect(await users.page(after, 2)).toEqual({ items: [user], next: { userId: 'user-2' } });
  });

  test('returns an empty page at the end', async () => {
    table.on(ScanCommand).resolves({});
    expect(await users.page(undefined, 2)).toEqual({ items: [], next: undefined });
  });
});

describe('replacePasskeyNames', () => {
  test('stores the names if they are unchanged', async () => {
    table.on(UpdateCommand).resolves({});
    expect(
      await users.replacePasskeyNames('user-1', [{ id: 'key', name: 'Old' }], [{ id: 'key', name: 'New' }]),
    ).toBe(true);
    expect(lastUpdate()).toMatchObject({
      TableName: 'Users',
      Key: { userId: 'user-1' },
      UpdateExpression: 'SET passkeyNames = :next',
      ExpressionAttributeValues: {
        ':next': [{ id: 'key', name: 'New' }],
        ':previous': [{ id: 'key', name: 'Old' }],
      },
    });
  });

  test('returns false when another request was faster', async () => {
    table.on(UpdateCommand).rejects(conditionFailed);
    expect(await users.replacePasskeyNames('user-1', undefined, [])).toBe(false);
  });
});

describe('takeReferralCode', () => {
  test('adds the code unless the user has one', () => {
    expect(users.takeReferralCode('user-1', 'ana')).toMatchObject({
      Update: {
        TableName: 'Users',
        Key: { userId: 'user-1' },
        ConditionExpression: expect.stringMatching(/ AND attribute_not_exists\(referralCode\)$/),
        UpdateExpression: 'SET referralCode = :code',
        ExpressionAttributeValues: { ':code': 'ana' },
      },
    });
  });
});

describe('create', () => {
  test('adds the record, and never overwrites one', async () => {
    table.on(PutCommand).resolves({});
    expect(await users.create(user)).toEqual(user);
    expect(table.commandCalls(PutCommand)[0]?.args[0].input).toEqual({
      TableName: 'Users',
      Item: user,
      ConditionExpression: 'attribute_not_exists(userId)',
    });
  });

  test('returns the stored record when another call was faster', async () => {
    const existing = { ...user, email: 'ana@example.org' };
    table.on(PutCommand).rejects(conditionFailed).on(GetCommand).resolves({ Item: existing });
    expect(await users.create(user)).toEqual(existing);
  });

  test('returns undefined when there is a tombstone', async () => {
    const tombstone = { userId: 'user-1', status: 'deleted', expiration: 1 };
    table.on(PutCommand).rejects(conditionFailed).on(GetCommand).resolves({ Item: tombstone });
    expect(await users.create(user)).toBeUndefined();
  });

  test('fails when the table fails', async () => {
    table.on(PutCommand).rejects(new Error('throttled'));
    await expect(users.create(user)).rejects.toThrow('throttled');
  });
});

describe('changeEmail', () => {
  test('writes only the address, and returns the whole record', async () => {
    const changed = { ...user, email: 'ana@example.org' };
    table.on(UpdateCommand).resolves({ Attributes: changed });
    expect(await users.changeEmail('user-1', 'ana@example.org')).toEqual(changed);
    expect(lastUpdate()).toEqual({
      TableName: 'Users',
      Key: { userId: 'user-1' },
      ConditionExpression: 'attribute_exists(email)',
      UpdateExpression: 'SET email = :email',
      ExpressionAttributeValues: { ':email': 'ana@example.org' },
      ReturnValues: 'ALL_NEW',
    });
  });

  test('creates no record of a deleted user', async () => {
    table.on(UpdateCommand).rejects(conditionFailed);
    expect(await users.changeEmail('user-1', 'ana@example.org')).toBeUndefined();
  });

  test('fails when the table fails', async () => {
    table.on(UpdateCommand).rejects(new Error('throttled'));
    await expect(users.changeEmail('user-1', 'ana@example.org')).rejects.toThrow('throttled');
  });
});

describe('rememberCheckout', () => {
  const checkout = { sessionId: 'cs_2', fingerprint: 'f' };

  test('stores the first checkout only while there is none', async () => {
    table.on(UpdateCommand).resolves({});
    expect(await users.rememberCheckout('user-1', checkout)).toBe(true);
    expect(lastUpdate()).toMatchObject({
      Key: { userId: 'user-1' },
      ConditionExpression: 'attribute_exists(email) AND attribute_not_exists(checkout)',
      UpdateExpression: 'SET checkout = :checkout',
      ExpressionAttributeValues: { ':checkout': checkout },
    });
  });

  test('stores a later checkout only while the previous one is stored', async () => {
    table.on(UpdateCommand).resolves({});
    expect(await users.rememberCheckout('user-1', checkout, 'cs_1')).toBe(true);
    expect(lastUpdate()).toMatchObject({
      ConditionExpression: 'attribute_exists(email) AND checkout.sessionId = :previous',
      ExpressionAttributeValues: { ':checkout': checkout, ':previous': 'cs_1' },
    });
  });

  test('returns false when another request was faster', async () => {
    table.on(UpdateCommand).rejects(conditionFailed);
    expect(await users.rememberCheckout('user-1', checkout, 'cs_1')).toBe(false);
  });

  test('fails when the table fails', async () => {
    table.on(UpdateCommand).rejects(new Error('throttled'));
    await expect(users.rememberCheckout('user-1', checkout)).rejects.toThrow('throttled');
  });
});

const real = testTables({
  name: 'Users',
  keySchema: [{ AttributeName: 'userId', KeyType: 'HASH' }],
  attributeDefinitions: [{ AttributeName: 'userId', AttributeType: 'S' }],
  globalSecondaryIndexes: [],
});
const store = userStore(real, 'Users');
const transact = (...parts: TransactionPart[]) =>
  real.send(new TransactWriteCommand({ TransactItems: parts }));

describe('replaceLicenses', () => {
  const firstDay = '2025-09-01T10:00:00.000Z';
  const secondDay = '2025-09-02T10:00:00.000Z';
  const stored = async () => {
    const found = await store.find('holder');
    if (!found) throw new Error('The user is gone.');
    return found;
  };

  beforeEach(async () => {
    table.restore();
    await real.send(new PutCommand({ TableName: 'Users', Item: { ...user, userId: 'holder' } }));
  });

  test('activates the license with the first order, and keeps the date of the latest', async () => {
    await transact(store.replaceLicenses(await stored(), { cs_2: secondDay }));
    await transact(store.replaceLicenses(await stored(), { cs_2: secondDay, cs_1: firstDay }));
    expect(await stored()).toMatchObject({
      licenses: { cs_1: firstDay, cs_2: secondDay },
      subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: secondDay },
    });
  });

  test('ends the license with the last order, and keeps the date of the payment', async () => {
    await transact(store.replaceLicenses(await stored(), { cs_1: firstDay }));
    await transact(store.replaceLicenses(await stored(), {}));
    expect(await stored()).toMatchObject({
      licenses: {},
      subscription: { status: 'none', plan: 'free', lastPaymentDate: firstDay },
    });
  });

  test('fails the whole transaction when the licenses changed after they were read', async () => {
    const before = await stored();
    await transact(store.replaceLicenses(before, { cs_1: firstDay }));
    const after = await stored();
    await expect(transact(store.replaceLicenses(before, { cs_2: secondDay }))).rejects.toThrow(
      TransactionCanceledException,
    );
    await expect(transact(store.licensesCondition('holder', undefined))).rejects.toThrow(
      TransactionCanceledException,
    );
    await expect(transact(store.licensesCondition('holder', { cs_1: secondDay }))).rejects.toThrow(
      TransactionCanceledException,
    );
    await transact(store.licensesCondition('holder', { cs_1: firstDay }));
    expect(await stored()).toEqual(after);
  });
});

describe("a user's own referral code", () => {
  const stored = async (userId: string) => store.find(userId);

  beforeEach(() => {
    table.restore();
  });

  test('is set once, and only for an existing user', async () => {
    await store.create({ ...user, userId: 'recommender' });
    await transact(store.takeReferralCode('recommender', 'first'));
    for (const userId of ['recommender', 'nobody'])
      await expect(transact(store.takeReferralCode(userId, 'second'))).rejects.toThrow(
        TransactionCanceledException,
      );
    expect((await stored('recommender'))?.referralCode).toBe('first');
    expect(await stored('nobody')).toBeUndefined();
  });

  test('keeps a record that was read without it from being removed', async () => {
    const now = new Date('2025-09-01T10:00:00Z');
    await store.create({ ...user, userId: 'late' });
    await transact(store.takeReferralCode('late', 'abcd'));
    expect(await store.remove('late', undefined, now)).toBe(false);
    expect(await store.remove('late', 'other', now)).toBe(false);
    expect((await stored('late'))?.referralCode).toBe('abcd');
    expect(await store.remove('late', 'abcd', now)).toBe(true);
    expect(await stored('late')).toBeUndefined();
    expect(await store.remove('late', 'abcd', now)).toBe(false);
    await expect(transact(store.takeReferralCode('late', 'efgh'))).rejects.toThrow(
      TransactionCanceledException,
    );
  });
});

describe('a user who was removed', () => {
  const now = new Date('2025-09-01T10:00:00Z');

  beforeEach(async () => {
    table.restore();
    await store.create(user);
    expect(await store.remove('user-1', undefined, now)).toBe(true);
    expect(await store.remove('user-1', undefined, now)).toBe(true);
  });

  test('is undefined for readers, and leaves only the id for a day', async () => {
    expect(await store.find('user-1')).toBeUndefined();
    const { Item: item } = await real.send(new GetCommand({ TableName: 'Users', Key: { userId: 'user-1' } }));
    expect(item).toEqual({
      userId: 'user-1',
      status: 'deleted',
      expiration: Date.parse('2025-09-02T10:00:00Z') / 1000,
    });
  });

  test('is not created again by concurrent requests', async () => {
    const checkout = { sessionId: 'cs_1', fingerprint: 'f' };
    expect(await store.create(user)).toBeUndefined();
    expect(await store.changeEmail('user-1', 'ana@example.org')).toBeUndefined();
    expect(await store.replaceUnsubscriptions('user-1', [], ['updates'])).toBe(false);
    expect(await store.rememberCheckout('user-1', checkout)).toBe(false);
    for (const part of [
      store.mustExist('user-1'),
      store.licensesCondition('user-1', undefined),
      store.replaceLicenses(user, { cs_1: '2025-09-01T10:00:00.000Z' }),
    ]) {
      await expect(transact(part)).rejects.toThrow(TransactionCanceledException);
    }
    expect(await store.find('user-1')).toBeUndefined();
  });
});
