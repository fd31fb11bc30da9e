import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { send } from '../platform/test-request.ts';

vi.stubEnv('LIMITS_TABLE', 'Limits');
vi.stubEnv('REFERRALS_TABLE', 'Referrals');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const table = mockClient(DynamoDBDocumentClient);
const { handler } = await import('./handler.ts');

const visitBy = (referralCode: string) => send(handler, { data: { referralCode } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-09-01T23:59:59Z') });
  table.reset();
  table.on(UpdateCommand).resolves({}).on(TransactWriteCommand).resolves({});
  return () => vi.useRealTimers();
});

test('a visitor who is not signed in counts for the day they came', async () => {
  expect(await visitBy('friend')).toEqual({ statusCode: 200, result: {} });
  expect(table.commandCalls(UpdateCommand).map(({ args }) => args[0].input)).toEqual([
    expect.objectContaining({ TableName: 'Limits' }),
  ]);
  const [transaction] = table.commandCalls(TransactWriteCommand);
  expect(transaction?.args[0].input.TransactItems).toEqual([
    { ConditionCheck: expect.objectContaining({ Key: { code: 'friend', sortKey: 'owner' } }) },
    { Update: expect.objectContaining({ Key: { code: 'friend', sortKey: 'day#2025-09-01' } }) },
  ]);
});

test('a code that is nobody’s is answered just the same', async () => {
  const refused = new TransactionCanceledException({
    message: 'No.',
    $metadata: {},
    CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
  });
  table.on(TransactWriteCommand).rejects(refused);
  expect(await visitBy('nobodys')).toEqual({ statusCode: 200, result: {} });
});

test('a code that could not be one of ours counts for nothing', async () => {
  expect(await visitBy('friend#impressions')).toMatchObject({ statusCode: 400 });
  expect(table.calls()).toEqual([]);
});
