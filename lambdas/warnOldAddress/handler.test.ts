import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';

vi.stubEnv('SITE_URL', 'https://site.test');
vi.stubEnv('USERS_TABLE', 'Users');
vi.stubEnv('USER_POOL_ID', 'pool-1');
vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
const { sendOnce } = vi.hoisted(() => ({ sendOnce: vi.fn() }));
vi.mock('../mail/mail-once.ts', () => ({ mailOnce: () => sendOnce }));
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

const handle = () => deliver(handler, { userId: 'user-1', requestId: 'request-1' });

beforeEach(() => {
  sendOnce.mockReset();
  table.reset();
  table.on(GetCommand).resolves({ Item: { email: 'old@example.test' } });
  pool.reset();
});

test('the address in the record is warned, once for each request', async () => {
  await handle();
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      occasion: 'emailChange#request-1',
      to: 'old@example.test',
      mail: expect.objectContaining({ subject: expect.stringContaining('about to change') }),
    },
    expect.anything(),
  );
  // Cognito may already know the new one.
  expect(pool.calls()).toEqual([]);
});

test('so is the address of an account that has no record yet', async () => {
  table.on(GetCommand).resolves({});
  pool
    .on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: 'user-1' })
    .resolves({ UserAttributes: [{ Name: 'email', Value: 'first@example.test' }] });
  await handle();
  expect(sendOnce.mock.calls[0]?.[0]).toMatchObject({ to: 'first@example.test' });
});

test('where there is no account any more, nobody is', async () => {
  table.on(GetCommand).resolves({});
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  await handle();
  expect(sendOnce).not.toHaveBeenCalled();
});
