import {
  CognitoIdentityProviderClient,
  ListUsersCommand,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test, vi } from 'vitest';

for (const name of ['AUDIT', 'LIMITS', 'ORDERS', 'REFERRALS', 'USERS']) vi.stubEnv(`${name}_TABLE`, name);
for (const name of [
  'EVENT_BUS',
  'LICENSE_ISSUER',
  'LICENSE_QUEUE_URL',
  'PAID_GROUP_QUEUE_URL',
  'USER_POOL_ID',
])
  vi.stubEnv(name, name);
const cognito = mockClient(CognitoIdentityProviderClient);
const { handler } = await import('./handler.ts');

test('looks only at the admins when its event says so', async () => {
  cognito.on(ListUsersInGroupCommand).resolves({ Users: [] });
  await handler(
    {
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      detail: { onlyAdmins: true },
    } as EventBridgeEvent<string, unknown>,
    { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 } as Context,
  );
  expect(cognito.commandCalls(ListUsersInGroupCommand)).toHaveLength(1);
  expect(cognito.commandCalls(ListUsersCommand)).toHaveLength(0);
});
