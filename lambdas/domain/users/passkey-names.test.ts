import { describe, expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { newUser } from './new-user.ts';
import { userStore } from './user-store.ts';

const table = stackTable('Users');
const client = testTables(table);

describe('replacePasskeyNames', () => {
  it('replaces the names only if they are unchanged', async () => {
    const users = userStore(client, table.name);
    await users.create(newUser('user-1', 'ana@example.test', new Date()));
    const first = [{ id: 'a', name: 'Laptop' }];
    const second = [{ id: 'a', name: 'Phone' }];
    expect(await users.replacePasskeyNames('user-1', undefined, first)).toBe(true);
    expect(await users.replacePasskeyNames('user-1', undefined, second)).toBe(false);
    expect(await users.replacePasskeyNames('user-1', second, first)).toBe(false);
    expect(await users.replacePasskeyNames('user-1', first, second)).toBe(true);
    expect((await users.find('user-1'))?.passkeyNames).toEqual(second);
    expect(await users.replacePasskeyNames('missing', undefined, first)).toBe(false);
  });
});
