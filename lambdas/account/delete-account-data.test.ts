import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { deleteAccountData } from './delete-account-data.ts';

const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const bus = mockClient(EventBridgeClient);
const handler = deleteAccountData(compose());

const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);
const deleteData = (authTime: string | undefined) =>
  send(handler, {
    data: {},
    claims: { sub: 'user-1', token_use: 'access', auth_time: authTime },
    headers: { authorization: 'Bearer access-token' },
  });

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  table
    .on(QueryCommand, { TableName: 'Orders', IndexName: 'byUser' })
    .resolves({ Items: [{ status: 'paid' }, { status: 'expired' }] });
  table.on(QueryCommand, { TableName: 'Orders', IndexName: 'byBuyer' }).resolves({
    Items: [{ status: 'paid', userId: 'user-2', buyerId: 'user-1' }],
  });
  table.on(QueryCommand, { TableName: 'Feedback' }).resolves({ Items: [{}, {}] });
  pool.reset();
  pool.on(GetUserCommand, { AccessToken: 'access-token' }).resolves({
    Username: 'user-1',
    UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
  });
  bus.reset();
  bus.on(PutEventsCommand).resolves({ Entries: [{ EventId: 'event-1' }] });
});

test('requests the deletion, and returns what will be deleted and kept', async () => {
  expect(await deleteData(secondsAgo(10))).toEqual({
    statusCode: 200,
    result: { feedbackCount: 2, orderCount: 2 },
  });
  const [entry] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
  expect(entry).toMatchObject({ EventBusName: 'Bus', DetailType: 'AccountDeletionRequested' });
  expect(JSON.parse(entry?.Detail ?? '')).toEqual({ userId: 'user-1', email: 'ana@example.test' });
});

test.each([
  ['long ago', secondsAgo(301)],
  ['at an unknown time', undefined],
])('is refused when the sign-in was %s', async (_, authTime) => {
  expect(await deleteData(authTime)).toMatchObject({
    statusCode: 403,
    error: { status: 'permission-denied', message: expect.stringContaining('confirm that it is you') },
  });
  expect(bus.calls()).toEqual([]);
});

test('does not call Cognito above the limit', async () => {
  exceedLimits(table);
  expect(await deleteData(secondsAgo(10))).toMatchObject({ statusCode: 429 });
  expect([...pool.calls(), ...bus.calls()]).toEqual([]);
});

test('is refused when the account is gone already', async () => {
  pool.on(GetUserCommand).rejects(new NotAuthorizedException({ message: 'revoked', $metadata: {} }));
  expect(await deleteData(secondsAgo(10))).toMatchObject({ statusCode: 401 });
  expect(bus.calls()).toEqual([]);
});

test('fails when the event cannot be published', async () => {
  bus.on(PutEventsCommand).resolves({ Entries: [{ ErrorCode: 'ThrottlingException' }] });
  expect(await deleteData(secondsAgo(10))).toMatchObject({ statusCode: 500 });
});
