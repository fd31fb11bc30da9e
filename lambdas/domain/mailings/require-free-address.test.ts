import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { requireFreeAddress } from './require-free-address.ts';

const table = stackTable('Articles');
const tables = testTables(table);

beforeAll(() => tables.send(new PutCommand({ TableName: table.name, Item: { slug: 'taken' } })));

describe('requireFreeAddress', () => {
  it('refuses a newsletter with the address of an article', async () => {
    const newsletter = { slug: 'taken', group: 'newsletter' as const };
    await expect(requireFreeAddress(tables, table.name, newsletter)).rejects.toMatchObject({
      code: 'aborted',
      message: expect.stringContaining('taken'),
    });
  });

  it('accepts a newsletter whose address is free', async () => {
    await requireFreeAddress(tables, table.name, { slug: 'free', group: 'newsletter' });
  });

  it('accepts the address of an article for a mailing that is not published on the site', async () => {
    await requireFreeAddress(tables, table.name, { slug: 'taken', group: 'updates' });
  });
});
