import { describe, expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { newUser } from './new-user.ts';
import { userStore } from './user-store.ts';

const table = stackTable('Users');
const client = testTables(table);
const checkoutOf = (sessionId: string) => ({ sessionId, fingerprint: 'license' });

describe('rememberCheckout', () => {
  it('replaces the checkout only if it is the previous one', async () => {
    const users = userStore(client, table.name);
    await users.create(newUser('user-1', 'ana@example.test', new Date()));
    expect(await users.rememberCheckout('user-1', checkoutOf('cs_1'))).toBe(true);
    expect(await users.rememberCheckout('user-1', checkoutOf('cs_2'))).toBe(false);
    expect(await users.rememberCheckout('user-1', checkoutOf('cs_2'), 'cs_0')).toBe(false);
    expect(await users.rememberCheckout('user-1', checkoutOf('cs_2'), 'cs_1')).toBe(true);
    expect((await users.find('user-1'))?.checkout).toEqual(checkoutOf('cs_2'));
    expect(await users.rememberCheckout('missing', checkoutOf('cs_1'))).toBe(false);
  });
});
