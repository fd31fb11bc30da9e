import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { referralCounts } from '../../contract/records/referral-counts.ts';
import * as z from '../../contract/zod.ts';
import { newUser } from '../domain/users/new-user.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { myReferrals as operation } from './my-referrals.ts';

const table = mockClient(DynamoDBDocumentClient);
const handler = operation(compose());

const record = newUser('user-1', 'ana@example.test', new Date('2025-09-01T10:00:00Z'));
const response = z.object({ code: z.string(), months: z.array(referralCounts) });
const myReferrals = async () =>
  response.parse((await send(handler, { claims: { sub: 'user-1', token_use: 'access' } })).result);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-09-01T23:59:59Z') });
  table.reset();
  table.on(GetCommand).resolves({ Item: record });
  table.on(TransactWriteCommand).resolves({});
  table.on(QueryCommand).resolves({ Items: [] });
  return () => vi.useRealTimers();
});

test('creates a readable code if there is none', async () => {
  const { code, months } = await myReferrals();
  expect(code).toMatch(/^[a-hj-km-np-z2-9]{8}$/);
  expect(months).toHaveLength(12);
  const [transaction] = table.commandCalls(TransactWriteCommand);
  expect(transaction?.args[0].input.TransactItems).toEqual([
    { Put: expect.objectContaining({ Item: { code, sortKey: 'owner', userId: 'user-1' } }) },
    { Update: expect.objectContaining({ TableName: 'Users', Key: { userId: 'user-1' } }) },
  ]);
});

test('returns the existing code and its counts', async () => {
  table.on(GetCommand).resolves({ Item: { ...record, referralCode: 'ana-2025' } });
  table
    .on(QueryCommand, { TableName: 'Referrals', ExpressionAttributeValues: { ':value': 'ana-2025' } })
    .resolves({ Items: [{ code: 'ana-2025', sortKey: 'day#2025-09-01', impressions: 4 }] });
  const { code, months } = await myReferrals();
  expect(code).toBe('ana-2025');
  expect(months.at(-1)).toEqual({ month: '2025-09', impressions: 4, signUps: 0, licenses: 0 });
  expect(table.commandCalls(TransactWriteCommand)).toEqual([]);
});

test('is unauthenticated for a user who is deleted during the request', async () => {
  table
    .on(GetCommand)
    .resolvesOnce({ Item: record })
    .resolves({ Item: { userId: 'user-1', status: 'deleted' } });
  const refused = new TransactionCanceledException({
    message: 'No.',
    $metadata: {},
    CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
  });
  table.on(TransactWriteCommand).rejects(refused);
  expect(await send(handler, { claims: { sub: 'user-1', token_use: 'access' } })).toMatchObject({
    statusCode: 401,
  });
});
