import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from './new-user.ts';
import { userStore } from './user-store.ts';

const { client, names } = testSiteTables('Users');
const users = userStore(client, names.Users);
const user = newUser('user-1', 'ana@example.test', new Date());
const createUser = async (userId: string) => {
  await users.create({ ...user, userId });
};

test('returns pages of users without deleted ones', async () => {
  for (const userId of ['page-1', 'page-2', 'page-3']) await createUser(userId);
  await users.remove('page-2', undefined, new Date());
  const found: string[] = [];
  let after: Record<string, string> | undefined;
  do {
    const { items, next } = await users.page(after, 2);
    found.push(...items.map(({ userId }) => userId));
    after = next;
  } while (after);
  expect(found.sort()).toEqual(['page-1', 'page-3']);
});

test('never overwrites a record', async () => {
  expect(await users.find('new')).toBeUndefined();
  expect(await users.create({ ...user, userId: 'new' })).toEqual({ ...user, userId: 'new' });
  const again = { ...user, userId: 'new', email: 'ana@example.org' };
  expect(await users.create(again)).toEqual({ ...user, userId: 'new' });
});

test('changes only the address or the name of an existing user, and returns the whole record', async () => {
  await createUser('changed');
  const changed = { ...user, userId: 'changed', email: 'ana@example.org' };
  expect(await users.changeEmail('changed', 'ana@example.org')).toEqual(changed);
  expect(await users.changeName('changed', 'Ana')).toEqual({ ...changed, displayName: 'Ana' });
  expect(await users.find('changed')).toEqual({ ...changed, displayName: 'Ana' });
  expect(await users.changeName('missing', 'Ana')).toBeUndefined();
  expect(await users.find('missing')).toBeUndefined();
});

test('replaces the checkout only if it is the previous one', async () => {
  const checkoutOf = (sessionId: string) => ({ sessionId, fingerprint: 'license' });
  await createUser('buyer');
  expect(await users.rememberCheckout('buyer', checkoutOf('cs_1'))).toBe(true);
  expect(await users.rememberCheckout('buyer', checkoutOf('cs_2'))).toBe(false);
  expect(await users.rememberCheckout('buyer', checkoutOf('cs_2'), 'cs_0')).toBe(false);
  expect(await users.rememberCheckout('buyer', checkoutOf('cs_2'), 'cs_1')).toBe(true);
  expect((await users.find('buyer'))?.checkout).toEqual(checkoutOf('cs_2'));
  expect(await users.rememberCheckout('missing', checkoutOf('cs_1'))).toBe(false);
});

test('replaces the names of passkeys only if they are unchanged', async () => {
  const first = [{ id: 'a', name: 'Laptop' }];
  const second = [{ id: 'a', name: 'Phone' }];
  await createUser('named');
  expect(await users.replacePasskeyNames('named', undefined, first)).toBe(true);
  expect(await users.replacePasskeyNames('named', undefined, second)).toBe(false);
  expect(await users.replacePasskeyNames('named', second, first)).toBe(false);
  expect(await users.replacePasskeyNames('named', first, second)).toBe(true);
  expect((await users.find('named'))?.passkeyNames).toEqual(second);
  expect(await users.replacePasskeyNames('missing', undefined, first)).toBe(false);
});

const transact = (...parts: TransactionPart[]) =>
  client.send(new TransactWriteCommand({ TransactItems: parts }));

describe('replaceLicenses', () => {
  const firstDay = '2025-09-01T10:00:00.000Z';
  const secondDay = '2025-09-02T10:00:00.000Z';
  const stored = async () => {
    const found = await users.find('holder');
    if (!found) throw new Error('The user is gone.');
    return found;
  };

  beforeEach(async () => {
    await client.send(new PutCommand({ TableName: names.Users, Item: { ...user, userId: 'holder' } }));
  });

  test('activates the license with the first order, and keeps the date of the latest', async () => {
    await transact(users.replaceLicenses(await stored(), { cs_2: secondDay }));
    await transact(users.replaceLicenses(await stored(), { cs_2: secondDay, cs_1: firstDay }));
    expect(await stored()).toMatchObject({
      licenses: { cs_1: firstDay, cs_2: secondDay },
      subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: secondDay },
    });
  });

  test('ends the license with the last order, and keeps the date of the payment', async () => {
    await transact(users.replaceLicenses(await stored(), { cs_1: firstDay }));
    await transact(users.replaceLicenses(await stored(), {}));
    expect(await stored()).toMatchObject({
      licenses: {},
      subscription: { status: 'none', plan: 'free', lastPaymentDate: firstDay },
    });
  });

  test('fails the whole transaction when the licenses changed after they were read', async () => {
    const before = await stored();
    await transact(users.replaceLicenses(before, { cs_1: firstDay }));
    const after = await stored();
    await expect(transact(users.replaceLicenses(before, { cs_2: secondDay }))).rejects.toThrow(
      TransactionCanceledException,
    );
    await expect(transact(users.licensesCondition('holder', undefined))).rejects.toThrow(
      TransactionCanceledException,
    );
    await expect(transact(users.licensesCondition('holder', { cs_1: secondDay }))).rejects.toThrow(
      TransactionCanceledException,
    );
    await transact(users.licensesCondition('holder', { cs_1: firstDay }));
    expect(await stored()).toEqual(after);
  });
});

describe("a user's own referral code", () => {
  test('is set once, and only for an existing user', async () => {
    await users.create({ ...user, userId: 'recommender' });
    await transact(users.takeReferralCode('recommender', 'first'));
    for (const userId of ['recommender', 'nobody'])
      await expect(transact(users.takeReferralCode(userId, 'second'))).rejects.toThrow(
        TransactionCanceledException,
      );
    expect((await users.find('recommender'))?.referralCode).toBe('first');
    expect(await users.find('nobody')).toBeUndefined();
  });

  test('keeps a record that was read without it from being removed', async () => {
    const now = new Date('2025-09-01T10:00:00Z');
    await users.create({ ...user, userId: 'late' });
    await transact(users.takeReferralCode('late', 'abcd'));
    expect(await users.remove('late', undefined, now)).toBe(false);
    expect(await users.remove('late', 'other', now)).toBe(false);
    expect((await users.find('late'))?.referralCode).toBe('abcd');
    expect(await users.remove('late', 'abcd', now)).toBe(true);
    expect(await users.find('late')).toBeUndefined();
    expect(await users.remove('late', 'abcd', now)).toBe(false);
    await expect(transact(users.takeReferralCode('late', 'efgh'))).rejects.toThrow(
      TransactionCanceledException,
    );
  });
});

describe('a user who was removed', () => {
  const now = new Date('2025-09-01T10:00:00Z');

  beforeEach(async () => {
    await users.create(user);
    expect(await users.remove('user-1', undefined, now)).toBe(true);
    expect(await users.remove('user-1', undefined, now)).toBe(true);
  });

  test('is undefined for readers, and leaves only the id for a day', async () => {
    expect(await users.find('user-1')).toBeUndefined();
    const { Item: item } = await client.send(
      new GetCommand({ TableName: names.Users, Key: { userId: 'user-1' } }),
    );
    expect(item).toEqual({
      userId: 'user-1',
      status: 'deleted',
      expiration: Date.parse('2025-09-02T10:00:00Z') / 1000,
    });
  });

  test('is not created again by concurrent requests', async () => {
    const checkout = { sessionId: 'cs_1', fingerprint: 'f' };
    expect(await users.create(user)).toBeUndefined();
    expect(await users.changeEmail('user-1', 'ana@example.org')).toBeUndefined();
    expect(await users.replaceUnsubscriptions('user-1', [], ['updates'])).toBe(false);
    expect(await users.rememberCheckout('user-1', checkout)).toBe(false);
    for (const part of [
      users.mustExist('user-1'),
      users.licensesCondition('user-1', undefined),
      users.replaceLicenses(user, { cs_1: '2025-09-01T10:00:00.000Z' }),
    ]) {
      await expect(transact(part)).rejects.toThrow(TransactionCanceledException);
    }
    expect(await users.find('user-1')).toBeUndefined();
  });
});
