import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, test } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from '../users/new-user.ts';
import { type StoredUser, userStore } from '../users/user-store.ts';
import { createRecoveryCodes, findRecoveryCode, redeemRecoveryCode } from './recovery-code-hashes.ts';
import { securityStore } from './security-store.ts';

const now = new Date('2026-11-24T12:00:00Z');
const { codes, stored } = createRecoveryCodes(now);
const [code = '', otherCode = ''] = codes;

describe('createRecoveryCodes', () => {
  it('returns ten different codes without letters that look like digits', () => {
    expect(new Set(codes).size).toBe(10);
    for (const each of codes) expect(each).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  });

  it('stores hashes only', () => {
    expect(stored.createdAt).toBe(now.toISOString());
    expect(new Set(stored.hashes).size).toBe(10);
    const text = JSON.stringify(stored);
    for (const each of codes) {
      expect(text).not.toContain(each);
      expect(text).not.toContain(each.replaceAll('-', ''));
    }
  });

  it('uses another salt for each set', () => {
    expect(createRecoveryCodes(now).stored.id).not.toBe(stored.id);
  });
});

describe('findRecoveryCode', () => {
  it('finds each code', () => {
    expect([code, otherCode].map((each) => findRecoveryCode(each, stored))).toEqual(
      stored.hashes.slice(0, 2),
    );
  });

  it.each([
    ['in small letters', (text: string) => text.toLowerCase()],
    ['without dashes', (text: string) => text.replaceAll('-', '')],
    ['with spaces', (text: string) => ` ${text.replaceAll('-', ' ')} `],
    ['with letters for digits', (text: string) => text.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('finds a code that was typed %s', (_, typed) => {
    expect(findRecoveryCode(typed(code), stored)).toBe(stored.hashes[0]);
  });

  it.each(['', '0000-0000-0000', code.slice(0, -1), `${code}0`, '\u0000', '🗺️'])(
    'does not find %j',
    (typed) => {
      expect(findRecoveryCode(typed, stored)).toBeUndefined();
    },
  );

  it('finds nothing in another set or without a set', () => {
    expect(findRecoveryCode(code, { ...stored, id: 'another set' })).toBeUndefined();
    expect(findRecoveryCode(code, { ...stored, hashes: [] })).toBeUndefined();
    expect(findRecoveryCode(code, undefined)).toBeUndefined();
  });
});

describe('redeemRecoveryCode', () => {
  const { client, names } = testSiteTables('Users');
  const users = userStore(client, names.Users);
  const security = securityStore(client, names.Users);
  const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60 * 1000);
  const [code = '', other = ''] = codes;

  async function putUser(more: Partial<StoredUser> = { recoveryCodes: stored }): Promise<StoredUser> {
    const user = { ...newUser(randomUUID(), 'ana@example.test', now), ...more };
    await client.send(new PutCommand({ TableName: names.Users, Item: user }));
    return user;
  }

  const use = (user: StoredUser | undefined, typed: string, at = now) =>
    redeemRecoveryCode({ users, security }, user, typed, at);
  const read = async ({ userId }: StoredUser) => (await users.find(userId)) as StoredUser;

  test('uses up a code', async () => {
    const user = await putUser();
    const changed = await use(user, code);
    expect(changed?.recoveryCodes.hashes).toEqual(stored.hashes.slice(1));
    expect(await read(user)).toEqual(changed);
  });

  test('lets the same code continue an interrupted recovery for 15 minutes, without using up another', async () => {
    const user = await putUser();
    const changed = await use(user, code);
    expect(await use(await read(user), code, minutesLater(14))).toEqual(changed);
    expect(await use(await read(user), code, minutesLater(15))).toBeUndefined();
    expect(await read(user)).toEqual(changed);
  });

  test('refuses the code once the recovery has ended', async () => {
    const user = await putUser();
    const changed = await use(user, code);
    await security.endUse(user.userId, stored);
    expect(await use(await read(user), code)).toBeUndefined();
    const { inUse: _, ...ended } = changed?.recoveryCodes ?? {};
    expect((await read(user)).recoveryCodes).toEqual(ended);
  });

  test('keeps new codes when a recovery with an earlier one ends', async () => {
    const user = await putUser();
    await use(user, code);
    const next = { ...createRecoveryCodes(now).stored, inUse: { hash: 'x', at: now.toISOString() } };
    await security.replaceCodes(user.userId, next);
    await security.endUse(user.userId, stored);
    expect((await read(user)).recoveryCodes).toEqual(next);
  });

  test('refuses a code after another one was used', async () => {
    const user = await putUser();
    await use(user, code);
    expect((await use(await read(user), other))?.recoveryCodes.hashes).toEqual(stored.hashes.slice(2));
    expect(await use(await read(user), code)).toBeUndefined();
  });

  test('uses a code once when two requests use it at once, and both continue', async () => {
    const user = await putUser();
    const [one, two] = await Promise.all([use(user, code), use(user, code)]);
    expect(one).toEqual(two);
    expect((await read(user)).recoveryCodes?.hashes).toEqual(stored.hashes.slice(1));
  });

  test('refuses one of two codes that are used at once', async () => {
    const user = await putUser();
    const results = await Promise.all([use(user, code), use(user, other)]);
    expect(results.filter(Boolean)).toHaveLength(1);
    expect((await read(user)).recoveryCodes?.hashes).toHaveLength(9);
  });

  test('refuses a code of a set that was replaced since it was read', async () => {
    const user = await putUser();
    await security.replaceCodes(user.userId, createRecoveryCodes(now).stored);
    expect(await use(user, code)).toBeUndefined();
  });

  test('does not bring back the record of a deleted account', async () => {
    const user = await putUser();
    await users.remove(user.userId, undefined, now);
    expect(await use(user, code)).toBeUndefined();
    expect(await users.find(user.userId)).toBeUndefined();
  });

  test.each([
    ['a wrong code', () => putUser(), '0000-0000-0000'],
    ['a user without codes', () => putUser({}), code],
    ['an unknown user', async () => undefined, code],
  ])('refuses %s', async (_, arrange, typed) => {
    expect(await use(await arrange(), typed)).toBeUndefined();
  });
});
