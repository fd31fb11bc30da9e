import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { newUser } from './new-user.ts';
import { readAddresses } from './read-addresses.ts';
import { userStore } from './user-store.ts';

const { client, names } = testSiteTables('Users');
const users = userStore(client, names.Users);

it('reads the address of each user once, and leaves out deleted users', async () => {
  const now = new Date('2026-11-25T10:00:00.000Z');
  const [ana, bea, gone] = [randomUUID(), randomUUID(), randomUUID()];
  await users.create(newUser(ana, 'ana@example.test', now));
  await users.create(newUser(bea, 'bea@example.test', now));
  await users.create(newUser(gone, 'gone@example.test', now));
  await users.remove(gone, undefined, now);
  expect(await readAddresses(client, names.Users, [ana, bea, ana, gone, randomUUID()])).toEqual(
    new Map([
      [ana, 'ana@example.test'],
      [bea, 'bea@example.test'],
    ]),
  );
  expect(await readAddresses(client, names.Users, [])).toEqual(new Map());
});
