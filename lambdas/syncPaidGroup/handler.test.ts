import {
  AdminAddUserToGroupCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { deliverMessages } from '../platform/test-event.ts';

vi.stubEnv('USER_POOL_ID', 'Pool');
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

const record = newUser('user-1', 'ana@example.test', new Date(0));
const receive = (message: object) => deliverMessages(handler, [message]);
const store = (status: 'active' | 'none') =>
  table
    .on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' }, ConsistentRead: true })
    .resolves({ Item: { ...record, subscription: { ...record.subscription, status } } });

beforeEach(() => {
  table.reset();
  pool.reset();
});

describe('syncPaidGroup handler', () => {
  test.each([
    ['adds a user with a license to', 'active', AdminAddUserToGroupCommand],
    ['removes a user without a license from', 'none', AdminRemoveUserFromGroupCommand],
  ] as const)('%s the group paid of the user pool', async (_, status, Command) => {
    store(status);
    await receive({ userId: 'user-1', causedBy: 'request-1' });
    expect(pool.calls().map(({ args: [command] }) => command.constructor)).toEqual([Command]);
    expect(pool.call(0).args[0].input).toEqual({
      UserPoolId: 'Pool',
      Username: 'user-1',
      GroupName: 'paid',
    });
  });

  test('throws when Cognito fails, so that SQS delivers the message again', async () => {
    store('active');
    pool.on(AdminAddUserToGroupCommand).rejects(new Error('throttled'));
    await expect(receive({ userId: 'user-1' })).rejects.toThrow('throttled');
  });

  test('rejects a message without a user', async () => {
    await expect(receive({})).rejects.toThrow('userId');
    expect([...table.calls(), ...pool.calls()]).toEqual([]);
  });
});
