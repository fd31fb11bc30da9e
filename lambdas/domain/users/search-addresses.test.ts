import { beforeAll, describe, expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from './new-user.ts';
import { searchAddresses } from './search-addresses.ts';
import { userStore } from './user-store.ts';

const { client, names } = testSiteTables('Users');
const users = userStore(client, names.Users);
const now = new Date('2026-11-25T12:00:00.000Z');
const search = async (typed: string, enough = 50) => {
  const { found, isPartial } = await searchAddresses(client, names.Users, typed, enough);
  return { emails: found.map(({ email }) => email).toSorted(), isPartial };
};

beforeAll(async () => {
  const emails = ['ana@example.test', 'diana@example.test', 'ben@mana.test', 'Ana.Maria@example.test'];
  for (const [index, email] of emails.entries()) await users.create(newUser(`user-${index}`, email, now));
  for (let index = 0; index < 30; index++)
    await users.create(newUser(`other-${index}`, `zoe${index}@example.test`, now));
  await users.remove('other-0', undefined, now);
});

describe('searchAddresses', () => {
  it.each([
    ['ana@', ['ana@example.test', 'diana@example.test']],
    ['ana.test', ['ben@mana.test']],
    ['ANA@EX', ['ana@example.test', 'diana@example.test']],
    ['Ana.M', ['Ana.Maria@example.test']],
    ['nobody', []],
  ])('finds %s in any part of an address', async (typed, emails) => {
    expect(await search(typed)).toEqual({ emails, isPartial: false });
  });

  it('reads all parts of the table, without deleted users', async () => {
    expect((await search('zoe')).emails).toHaveLength(29);
  });

  it('returns no more than enough', async () => {
    expect((await search('zoe', 5)).emails).toHaveLength(5);
  });
});
