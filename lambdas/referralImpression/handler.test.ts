import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { send } from '../platform/test-request.ts';

vi.stubEnv('EDGE_SECRET_ARN', 'arn:edge');
vi.stubEnv('LIMITS_TABLE', 'Limits');
vi.stubEnv('REFERRALS_TABLE', 'Referrals');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const table = mockClient(DynamoDBDocumentClient);
const { handler } = await import('./handler.ts');

const visitBy = (referralCode: string) => send(handler, { data: { referralCode } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-09-01T23:59:59Z') });
  table.reset();
  table.on(UpdateCommand).resolves({});
  return () => vi.useRealTimers();
});

test('a visitor who is not signed in counts for the day they came', async () => {
  expect(await visitBy('friend')).toEqual({ statusCode: 200, result: {} });
  expect(table.commandCalls(UpdateCommand).map(({ args }) => args[0].input)).toEqual([
    expect.objectContaining({ TableName: 'Limits' }),
    expect.objectContaining({
      TableName: 'Referrals',
      Key: { code: 'friend', sortKey: 'impressions#2025-09-01' },
    }),
  ]);
});

test('a code that could not be one of ours counts for nothing', async () => {
  expect(await visitBy('friend#impressions')).toMatchObject({ statusCode: 400 });
  expect(table.calls()).toEqual([]);
});
