import {
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  ListUsersInGroupCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { endDeskAccessWithoutApp } from './desk-access.ts';

const client = new CognitoIdentityProviderClient({ region: 'us-east-1' });
const pool = mockClient(client);
async function end() {
  const removed: string[] = [];
  const failed: unknown[] = [];
  await endDeskAccessWithoutApp(client, 'pool-1', {
    record: async (userId, remove) => {
      await remove();
      removed.push(userId);
    },
    failed: (error) => void failed.push(error),
  });
  return { removed, failed };
}
const changes = () =>
  pool
    .calls()
    .map(({ args }) => args[0])
    .filter(
      (command) =>
        command instanceof AdminUserGlobalSignOutCommand ||
        command instanceof AdminRemoveUserFromGroupCommand,
    )
    .map((command) => [command.constructor.name, (command.input as { Username: string }).Username]);

function addAdmins(settings: Record<string, string[] | 'deleted'>) {
  const names = Object.keys(settings);
  // Cognito returns the list in pages.
  for (const [index, Username] of names.entries())
    pool
      .on(ListUsersInGroupCommand, {
        UserPoolId: 'pool-1',
        GroupName: 'admin',
        ...(index === 0 ? {} : { NextToken: String(index) }),
      })
      .resolves({
        Users: [{ Username }],
        ...(index + 1 < names.length ? { NextToken: String(index + 1) } : {}),
      });
  for (const [Username, mfa] of Object.entries(settings)) {
    const read = pool.on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username });
    if (mfa === 'deleted') read.rejects(new UserNotFoundException({ message: '', $metadata: {} }));
    else
      read.resolves({
        Username,
        UserAttributes: [{ Name: 'email', Value: `${Username}@example.test` }],
        UserMFASettingList: mfa,
      });
  }
}

beforeEach(() => {
  pool.reset();
});

describe('endDeskAccessWithoutApp', () => {
  it('removes admins who can reach the desk with only a password or a passkey', async () => {
    addAdmins({ ana: ['SOFTWARE_TOKEN_MFA'], ben: [], cem: ['WEB_AUTHN_MFA'], gone: 'deleted' });
    expect(await end()).toEqual({ removed: ['ben', 'cem'], failed: [] });
    expect(changes()).toEqual([
      ['AdminUserGlobalSignOutCommand', 'ben'],
      ['AdminRemoveUserFromGroupCommand', 'ben'],
      ['AdminUserGlobalSignOutCommand', 'ben'],
      ['AdminUserGlobalSignOutCommand', 'cem'],
      ['AdminRemoveUserFromGroupCommand', 'cem'],
      ['AdminUserGlobalSignOutCommand', 'cem'],
    ]);
  });

  it('removes the other admins when one account cannot be read', async () => {
    addAdmins({ ana: [], ben: [] });
    const throttled = new Error('throttled');
    pool.on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: 'ana' }).rejects(throttled);
    expect(await end()).toEqual({ removed: ['ben'], failed: [throttled] });
  });

  it('reports a failed second sign-out of a removed admin', async () => {
    addAdmins({ ana: [] });
    const throttled = new Error('throttled');
    pool.on(AdminUserGlobalSignOutCommand).resolvesOnce({}).rejects(throttled);
    expect(await end()).toEqual({ removed: ['ana'], failed: [throttled] });
  });

  it('changes nothing when all admins have an app', async () => {
    addAdmins({ ana: ['SOFTWARE_TOKEN_MFA'] });
    expect(await end()).toEqual({ removed: [], failed: [] });
    expect(changes()).toEqual([]);
  });
});
