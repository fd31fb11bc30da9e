import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { User } from '../../../contract/records/user.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { newUser } from '../users/new-user.ts';
import { countVoters } from './count-voters.ts';

const { name } = stackTable('Users');
const tables = testTables(stackTable('Users'));
const at = '2026-12-01T10:00:00.000Z';
const licensed = { subscription: { status: 'active', plan: 'lifetime', lastPaymentDate: at } } as const;

async function put(userId: string, more: Partial<User>): Promise<void> {
  const user = { ...newUser(userId, `${userId}@example.test`, new Date(at)), ...more };
  await tables.send(new PutCommand({ TableName: name, Item: user }));
}

describe('countVoters', () => {
  it('counts voters, those with a license and those who get a mailing, for each item', async () => {
    await put('ana', { votes: { marketplace: at, 'printed-atlas': at }, ...licensed, unsubscriptions: [] });
    await put('bea', { votes: { marketplace: at } });
    await put('cleo', { votes: { marketplace: at, atlantis: at }, unsubscriptions: ['newsletter'] });
    await put('dan', { votes: {}, ...licensed });
    await put('eva', licensed);
    await tables.send(new PutCommand({ TableName: name, Item: { userId: 'finn', status: 'deleted' } }));
    expect(await countVoters(tables, name)).toMatchObject({
      marketplace: { votes: 3, licensed: 1, recipients: 2 },
      'printed-atlas': { votes: 1, licensed: 1, recipients: 1 },
      'build-for-linux': { votes: 0, licensed: 0, recipients: 0 },
    });
  });
});
