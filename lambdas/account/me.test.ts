import { CognitoIdentityProviderClient, GetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { user } from '../../contract/records/user.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { me } from './me.ts';

const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const handler = me(compose());

const claims = { sub: 'user-1', token_use: 'access' };
const callMe = () => send(handler, { claims, headers: { authorization: 'Bearer access-token' } });

beforeEach(() => {
  table.reset();
  pool.reset();
});

test('returns the caller’s own record, without the fields of the server', async () => {
  const record = { userId: 'user-1', displayName: 'Ana' };
  const stored = { ...record, checkout: { sessionId: 'cs_1', fingerprint: 'f' } };
  table.on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' } }).resolves({ Item: stored });
  expect(await callMe()).toEqual({ statusCode: 200, result: record });
});

test('creates the record on the first call', async () => {
  table.on(GetCommand).resolves({}).on(PutCommand, { TableName: 'Users' }).resolves({});
  pool.on(GetUserCommand, { AccessToken: 'access-token' }).resolves({
    Username: 'user-1',
    UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }],
  });
  const { statusCode, result } = await callMe();
  expect(statusCode).toBe(200);
  expect(user.parse(result)).toMatchObject({ userId: 'user-1', email: 'ana@example.test' });
  expect(table.commandCalls(PutCommand)[0]?.args[0].input.Item).toEqual(result);
});
