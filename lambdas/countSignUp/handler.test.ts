import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { deliver } from '../platform/test-event.ts';

const table = mockClient(DynamoDBDocumentClient);
const { handler } = await import('./handler.ts');

const register = (fields: object) =>
  deliver(handler, { userId: 'user-1', email: 'ana@example.test', ...fields });

beforeEach(() => {
  table.reset();
  table
    .on(GetCommand)
    .resolves({ Item: { userId: 'user-2' } })
    .on(TransactWriteCommand)
    .resolves({});
});

test('counts a new account once for its referral code, without storing the user', async () => {
  await register({ referralCode: 'friend' });
  const [transaction] = table.commandCalls(TransactWriteCommand);
  const parts = transaction?.args[0].input.TransactItems;
  expect(parts).toEqual([
    {
      Put: expect.objectContaining({
        TableName: 'Limits',
        ConditionExpression: 'attribute_not_exists(id)',
      }),
    },
    { Update: expect.objectContaining({ ExpressionAttributeNames: { '#counter': 'signUps' } }) },
  ]);
  expect(JSON.stringify(parts)).not.toMatch(/user-1|example\.test/);
});

test('does not count an account without a referral code', async () => {
  await register({});
  expect(table.calls()).toEqual([]);
});
