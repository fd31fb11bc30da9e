import {
  CognitoIdentityProviderClient,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { refuseLastAdmin } from './refuse-last-admin.ts';

const pool = mockClient(CognitoIdentityProviderClient);
const site = { cognito: new CognitoIdentityProviderClient({}), userPoolId: 'pool-1' };
const members = (...names: string[]) =>
  pool.on(ListUsersInGroupCommand, { UserPoolId: 'pool-1', GroupName: 'admin' }).resolves({
    Users: names.map((Username) => ({ Username })),
  });

it('lets a member go while there is another', async () => {
  members('user-1', 'user-2');
  await expect(refuseLastAdmin(site, 'user-1')).resolves.toBeUndefined();
});

it.each([[['user-1']], [[]]])('refuses when %j would be the last', async (names) => {
  members(...names);
  await expect(refuseLastAdmin(site, 'user-1')).rejects.toThrow('the last member of the group admin');
});
