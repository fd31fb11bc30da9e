import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { readItem } from './read-item.ts';

it('reads consistently, so that a payment shows at once', async () => {
  const table = mockClient(DynamoDBDocumentClient);
  table
    .on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' }, ConsistentRead: true })
    .resolves({ Item: { userId: 'user-1' } });
  expect(await readItem(table as never, 'Users', { userId: 'user-1' })).toEqual({ userId: 'user-1' });
});
