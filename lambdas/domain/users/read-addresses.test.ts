import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { newUser } from './new-user.ts';
import { readAddresses } from './read-addresses.ts';
import { userStore } from './user-store.ts';

const table = stackTable('Users');
const client = testTables(table);
const users = userStore(client, table.name);

it('reads the address of each user once, and leaves out deleted users', async () => {
  const now = new Date('2026-11-25T10:00:00.000Z');
  const [ana, bea, gone] = [randomUUID(), randomUUID(), randomUUID()];
  await users.create(newUser(ana, 'ana@example.test', now));
  await users.create(newUser(bea, 'bea@example.test', now));
  await users.create(newUser(gone, 'gone@example.test', now));
  await users.remove(gone, undefined, now);
  expect(await readAddresses(client, table.name, [ana, bea, ana, gone, randomUUID()])).toEqual(
    new Map([
      [ana, 'ana@example.test'],
      [bea, 'bea@example.test'],
    ]),
  );
  expect(await readAddresses(client, table.name, [])).toEqual(new Map());
});
