import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { requireFreeAddress } from './require-free-address.ts';

const { client: tables, names } = testSiteTables('Articles');

beforeAll(() => tables.send(new PutCommand({ TableName: names.Articles, Item: { slug: 'maps' } })));

const check = (slug: string, group: 'newsletter' | 'updates') =>
  requireFreeAddress(tables, names.Articles, { slug, group });

describe('requireFreeAddress', () => {
  it('rejects a newsletter that has the address of an article', async () => {
    await expect(check('maps', 'newsletter')).rejects.toMatchObject({
      code: 'aborted',
      message: 'An article has the address maps. Choose another name.',
    });
  });

  it('accepts a newsletter whose address is free', async () => {
    await expect(check('spring', 'newsletter')).resolves.toBeUndefined();
  });

  it('accepts any address for a mailing that the site does not publish', async () => {
    await expect(check('maps', 'updates')).resolves.toBeUndefined();
  });
});
