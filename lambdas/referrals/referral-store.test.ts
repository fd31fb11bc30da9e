import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { referralStore } from './referral-store.ts';

const table = mockClient(DynamoDBDocumentClient);
const referrals = referralStore(DynamoDBDocumentClient.from(new DynamoDBClient({})), 'Referrals');

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).resolves({});
});

test.each([
  ['2025-09-01T00:00:00Z', 'impressions#2025-09-01'],
  ['2025-09-01T23:59:59.999Z', 'impressions#2025-09-01'],
  ['2025-09-02T01:00:00+02:00', 'impressions#2025-09-01'],
])('an impression at %s adds one to %s, in the table itself', async (now, sortKey) => {
  await referrals.countImpression('friend', new Date(now));
  expect(table.commandCalls(UpdateCommand)[0]?.args[0].input).toEqual({
    TableName: 'Referrals',
    Key: { code: 'friend', sortKey },
    UpdateExpression: 'ADD impressions :one',
    ExpressionAttributeValues: { ':one': 1 },
  });
});
