import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { unsubscribeToken } from '../domain/mail/link-token.ts';
import { newUser } from '../domain/users/new-user.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { unsubscribe as operation } from './unsubscribe.ts';

const key = 'k'.repeat(64);
const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const handler = operation({ ...compose(), announce, readLinkKey: async () => key });

const token = unsubscribeToken.sign(key, { userId: 'user-1', group: 'updates' });
const unsubscribe = (data: object = {}) => send(handler, { data: { token, ...data } });
const user = { ...newUser('user-1', 'ana@example.test', new Date(0)), unsubscriptions: [] };
const usersUpdates = () =>
  table
    .commandCalls(UpdateCommand, { TableName: 'Users' })
    .map(({ args }) => args[0].input.ExpressionAttributeValues?.[':next']);

beforeEach(() => {
  announce.mockReset();
  table.reset();
  table.on(GetCommand).resolves({ Item: user }).on(UpdateCommand).resolves({}).on(PutCommand).resolves({});
  pool.reset();
});

test('unsubscribes from the group of a valid token, and returns the group', async () => {
  expect(await unsubscribe()).toEqual({
    statusCode: 200,
    result: { group: 'updates', changed: ['updates'] },
  });
  expect(usersUpdates()).toEqual([['updates']]);
  expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
});

test('subscribes to the group again', async () => {
  table.on(GetCommand).resolves({ Item: { ...user, unsubscriptions: ['updates', 'newsletter'] } });
  expect(await unsubscribe({ beginAgain: ['updates'] })).toMatchObject({
    result: { group: 'updates', changed: ['updates'] },
  });
  expect(usersUpdates()).toEqual([['newsletter']]);
});

test('changes only the group of the link', async () => {
  table.on(GetCommand).resolves({ Item: { ...user, unsubscriptions: ['updates', 'newsletter'] } });
  expect(await unsubscribe({ beginAgain: ['newsletter'] })).toMatchObject({ result: { changed: [] } });
  expect(usersUpdates()).toEqual([]);
  expect(announce).not.toHaveBeenCalled();
});

test('subscribes to only the requested groups with a token for all', async () => {
  const all = unsubscribeToken.sign(key, { userId: 'user-1', group: 'all' });
  table
    .on(GetCommand)
    .resolves({ Item: { ...user, unsubscriptions: ['updates', 'feedback', 'newsletter'] } });
  expect(await unsubscribe({ token: all, beginAgain: ['updates', 'feedback'] })).toMatchObject({
    result: { group: 'all', changed: ['updates', 'feedback'] },
  });
  expect(usersUpdates()).toEqual([['newsletter']]);
});

test('changes nothing the second time', async () => {
  table.on(GetCommand).resolves({ Item: { ...user, unsubscriptions: ['updates'] } });
  expect(await unsubscribe()).toMatchObject({ statusCode: 200, result: { changed: [] } });
  expect(usersUpdates()).toEqual([]);
});

test('creates a record for a user who has only received emails yet', async () => {
  table.on(GetCommand).resolves({});
  pool
    .on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: 'user-1' })
    .resolves({ UserAttributes: [{ Name: 'email', Value: 'ana@example.test' }] });
  expect(await unsubscribe()).toMatchObject({ statusCode: 200 });
  expect(table.commandCalls(PutCommand)[0]?.args[0].input.Item).toMatchObject({ userId: 'user-1' });
});

test('creates no record for a deleted account', async () => {
  table.on(GetCommand).resolves({});
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  expect(await unsubscribe()).toMatchObject({
    statusCode: 200,
    result: { changed: [] },
  });
  expect(table.commandCalls(PutCommand)).toEqual([]);
});

test('rejects a damaged token before anything is read', async () => {
  expect(await unsubscribe({ token: `${token}A` })).toMatchObject({
    statusCode: 400,
    error: { status: 'invalid-argument', message: expect.stringContaining('damaged') },
  });
  expect(table.calls()).toEqual([]);
});

test('refuses a request above the limit, and changes nothing', async () => {
  exceedLimits(table);
  expect(await unsubscribe()).toMatchObject({ statusCode: 429, error: { status: 'resource-exhausted' } });
  expect(usersUpdates()).toEqual([]);
});
