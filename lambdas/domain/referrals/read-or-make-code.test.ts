import { expect, test } from 'vitest';
import { readOrMakeCode } from './read-or-make-code.ts';

/** A fake of users and codes, with atomic transactions. */
function startWorld() {
  const users = new Map<string, { userId: string; referralCode?: string }>([['ana', { userId: 'ana' }]]);
  const owners = new Map([['taken', 'bea']]);
  const codes = (...list: string[]) => ({
    users: {
      find: async (userId: string) => users.get(userId) as never,
      takeReferralCode: (userId: string, code: string) => ({ userId, code }) as never,
    },
    referrals: {
      async claim(code: string, userId: string) {
        const user = users.get(userId);
        if (owners.has(code) || !user || user.referralCode) return false;
        owners.set(code, userId);
        users.set(userId, { userId, referralCode: code });
        return true;
      },
    },
    newCode: () => list.shift() ?? 'taken',
  });
  return { users, owners, codes };
}

test('creates a code at the first request, and keeps it', async () => {
  const { users, codes } = startWorld();
  expect(await readOrMakeCode(codes('one'), { userId: 'ana' })).toBe('one');
  expect(await readOrMakeCode(codes('two'), users.get('ana') ?? { userId: '' })).toBe('one');
});

test('returns the same code to two calls at once', async () => {
  const { owners, codes } = startWorld();
  const dependencies = codes('one', 'two');
  const both = await Promise.all([1, 2].map(() => readOrMakeCode(dependencies, { userId: 'ana' })));
  expect(both).toEqual(['one', 'one']);
  expect([...owners]).toEqual([
    ['taken', 'bea'],
    ['one', 'ana'],
  ]);
});

test('creates another code when one is taken, and never returns the code of another user', async () => {
  const { owners, codes } = startWorld();
  expect(await readOrMakeCode(codes('taken', 'one'), { userId: 'ana' })).toBe('one');
  expect(owners.get('taken')).toBe('bea');
});

test('gives up after several attempts', async () => {
  const { codes } = startWorld();
  await expect(readOrMakeCode(codes(), { userId: 'ana' })).rejects.toThrow('No referral code is free.');
});

test('creates no code for a deleted user', async () => {
  const { users, owners, codes } = startWorld();
  users.delete('ana');
  await expect(readOrMakeCode(codes('one'), { userId: 'ana' })).rejects.toMatchObject({
    name: 'AppError',
    code: 'unauthenticated',
  });
  expect(owners.has('one')).toBe(false);
});
