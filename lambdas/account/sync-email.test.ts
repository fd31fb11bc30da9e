import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { syncEmail as operation } from './sync-email.ts';

const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
const queues = mockClient(SQSClient);
const pool = mockClient(CognitoIdentityProviderClient);
const handler = operation({ ...compose(), announce });

const record = newUser('user-1', 'ana@example.test', new Date());
const stored = { ...record, checkout: { sessionId: 'cs_1', fingerprint: 'f' } };
const syncEmail = () =>
  send(handler, {
    data: {},
    claims: { sub: 'user-1', token_use: 'access' },
    headers: { authorization: 'Bearer access-token' },
  });

function answerEmail(email: string) {
  pool
    .on(GetUserCommand, { AccessToken: 'access-token' })
    .resolves({ Username: 'user-1', UserAttributes: [{ Name: 'email', Value: email }] });
}

beforeEach(() => {
  announce.mockReset();
  pool.reset();
  queues.reset();
  queues.on(SendMessageCommand).resolves({ MessageId: '1' });
  table.reset();
  table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  table.on(GetCommand, { Key: { userId: 'user-1' } }).resolves({ Item: stored });
});

test('copies the address from Cognito, and returns the record', async () => {
  answerEmail('bea@example.test');
  table
    .on(UpdateCommand, { TableName: 'Users', Key: { userId: 'user-1' } })
    .resolves({ Attributes: { ...stored, email: 'bea@example.test' } });
  expect(await syncEmail()).toEqual({
    statusCode: 200,
    result: { ...record, email: 'bea@example.test' },
  });
  expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
  expect(table.commandCalls(UpdateCommand, { TableName: 'Users' })[0]?.args[0].input).toMatchObject({
    UpdateExpression: 'SET email = :value',
    ExpressionAttributeValues: { ':value': 'bea@example.test' },
  });
});

test.each([
  ['the address changed', 'bea@example.test'],
  ['an earlier attempt had changed it', 'ana@example.test'],
])('requests a new file for each license when %s', async (_, email) => {
  const licenses = { cs_1: '2026-11-01T10:00:00.000Z', cs_2: '2026-11-02T10:00:00.000Z' };
  answerEmail(email);
  table.on(GetCommand, { Key: { userId: 'user-1' } }).resolves({ Item: { ...stored, licenses } });
  table.on(UpdateCommand, { TableName: 'Users' }).resolves({ Attributes: { ...stored, licenses } });
  expect(await syncEmail()).toMatchObject({ statusCode: 200 });
  const sent = queues.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => input);
  expect(sent.map(({ MessageGroupId }) => MessageGroupId)).toEqual(['cs_1', 'cs_2']);
  expect(sent[0]).toMatchObject({
    QueueUrl: 'https://sqs.test/licenses.fifo',
    MessageBody: expect.stringContaining('"orderId":"cs_1"'),
  });
});

test('writes nothing when the address is the same', async () => {
  answerEmail('ana@example.test');
  expect(await syncEmail()).toEqual({ statusCode: 200, result: record });
  expect(table.commandCalls(UpdateCommand, { TableName: 'Users' })).toEqual([]);
});

test('is unauthenticated for a user who is signed out everywhere', async () => {
  pool.on(GetUserCommand).rejects(new NotAuthorizedException({ message: 'revoked', $metadata: {} }));
  expect(await syncEmail()).toMatchObject({ statusCode: 401, error: { status: 'unauthenticated' } });
  expect(table.commandCalls(UpdateCommand, { TableName: 'Users' })).toEqual([]);
});

const conditionFailed = new ConditionalCheckFailedException({ message: 'No.', $metadata: {} });

test('is unauthenticated for a user whose record is removed during the request', async () => {
  answerEmail('bea@example.test');
  table.on(UpdateCommand, { TableName: 'Users' }).rejects(conditionFailed);
  expect(await syncEmail()).toMatchObject({ statusCode: 401, error: { status: 'unauthenticated' } });
});

test('does not call Cognito above the limit', async () => {
  exceedLimits(table);
  expect(await syncEmail()).toMatchObject({ statusCode: 429, error: { status: 'resource-exhausted' } });
  expect(pool.calls()).toEqual([]);
});
