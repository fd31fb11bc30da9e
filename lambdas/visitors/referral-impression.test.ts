import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { referralImpression } from './referral-impression.ts';

const table = mockClient(DynamoDBDocumentClient);
const handler = referralImpression(compose());

const visitBy = (referralCode: string) => send(handler, { data: { referralCode } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-09-01T23:59:59Z') });
  table.reset();
  table
    .on(UpdateCommand)
    .resolves({})
    .on(GetCommand)
    .resolves({ Item: { userId: 'user-1' } });
  return () => vi.useRealTimers();
});

test('counts a visitor without a sign-in on the day of the visit', async () => {
  expect(await visitBy('friend')).toEqual({ statusCode: 200, result: {} });
  const [look] = table.commandCalls(GetCommand);
  expect(look?.args[0].input).toEqual({
    TableName: 'Referrals',
    Key: { code: 'friend', sortKey: 'owner' },
    ConsistentRead: false,
  });
  expect(table.commandCalls(UpdateCommand).map(({ args }) => args[0].input)).toEqual([
    expect.objectContaining({ TableName: 'Limits' }),
    expect.objectContaining({
      TableName: 'Referrals',
      Key: { code: 'friend', sortKey: expect.stringMatching(/^day#2025-09-01#\d+$/) },
    }),
  ]);
  // Without a transaction, which would conflict with others on the same items.
  expect(table.calls()).toHaveLength(3);
});

test('answers the same to a code without an owner, and writes nothing', async () => {
  table.on(GetCommand).resolves({});
  expect(await visitBy('nobodys')).toEqual({ statusCode: 200, result: {} });
  expect(table.commandCalls(UpdateCommand).map(({ args }) => args[0].input.TableName)).toEqual(['Limits']);
});

test('counts nothing for a malformed code', async () => {
  expect(await visitBy('friend#impressions')).toMatchObject({ statusCode: 400 });
  expect(table.calls()).toEqual([]);
});
