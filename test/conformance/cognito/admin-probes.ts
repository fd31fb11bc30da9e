import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  GetUserPoolMfaConfigCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import type { ComparablePool } from './comparable-pool.ts';

type Client = ComparablePool['client'];
interface User {
  UserPoolId: string;
  Username: string;
}
type Act = (client: Client, user: User) => Parameters<typeof shapeOfAnswer>[0];

/** What a command does to a new user, and to an unknown one. */
const toUsers = (name: string, act: Act): Probe<ComparablePool>[] => [
  {
    name,
    run: async ({ client, poolId: UserPoolId, addUser }) =>
      shapeOfAnswer(act(client, { UserPoolId, Username: await addUser() })),
  },
  {
    name: `${name}: unknown user`,
    run: async ({ client, poolId: UserPoolId }) =>
      shapeOfAnswer(act(client, { UserPoolId, Username: 'unknown@example.com' })),
  },
];

const inPool = (
  name: string,
  act: (client: Client, UserPoolId: string) => Parameters<typeof shapeOfAnswer>[0],
): Probe<ComparablePool> => ({
  name,
  run: ({ client, poolId }) => shapeOfAnswer(act(client, poolId)),
});

const GroupName = 'paid';

export const adminProbes: Probe<ComparablePool>[] = [
  ...toUsers('AdminGetUser', (client, user) => client.send(new AdminGetUserCommand(user))),
  ...toUsers('AdminUpdateUserAttributes', (client, user) =>
    client.send(
      new AdminUpdateUserAttributesCommand({
        ...user,
        UserAttributes: [
          { Name: 'email', Value: `moved-${user.Username}` },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    ),
  ),
  ...toUsers('AdminDisableUser', (client, user) => client.send(new AdminDisableUserCommand(user))),
  ...toUsers('AdminDeleteUser', (client, user) => client.send(new AdminDeleteUserCommand(user))),
  ...toUsers('AdminUserGlobalSignOut', (client, user) =>
    client.send(new AdminUserGlobalSignOutCommand(user)),
  ),
  ...toUsers('AdminSetUserMFAPreference: off', (client, user) =>
    client.send(
      new AdminSetUserMFAPreferenceCommand({ ...user, SoftwareTokenMfaSettings: { Enabled: false } }),
    ),
  ),
  ...toUsers('AdminAddUserToGroup', (client, user) =>
    client.send(new AdminAddUserToGroupCommand({ ...user, GroupName })),
  ),
  ...toUsers('AdminAddUserToGroup: unknown group', (client, user) =>
    client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: 'unknown' })),
  ),
  ...toUsers('AdminRemoveUserFromGroup', (client, user) =>
    client.send(new AdminRemoveUserFromGroupCommand({ ...user, GroupName })),
  ),
  ...toUsers('AdminListGroupsForUser', async (client, user) => {
    await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName }));
    return client.send(new AdminListGroupsForUserCommand(user));
  }),
  inPool('GetUserPoolMfaConfig', (client, UserPoolId) =>
    client.send(new GetUserPoolMfaConfigCommand({ UserPoolId })),
  ),
  inPool('ListUsersInGroup', (client, UserPoolId) =>
    client.send(new ListUsersInGroupCommand({ UserPoolId, GroupName })),
  ),
  inPool('ListUsersInGroup: unknown group', (client, UserPoolId) =>
    client.send(new ListUsersInGroupCommand({ UserPoolId, GroupName: 'unknown' })),
  ),
  inPool('ListUsers: pages', (client, UserPoolId) =>
    client.send(new ListUsersCommand({ UserPoolId, Limit: 2 })),
  ),
  inPool('ListUsers: by address', (client, UserPoolId) =>
    client.send(new ListUsersCommand({ UserPoolId, Filter: 'email = "new@example.com"' })),
  ),
  inPool('ListUsers: by beginning', (client, UserPoolId) =>
    client.send(new ListUsersCommand({ UserPoolId, Filter: 'email ^= "new@"' })),
  ),
  inPool('ListUsers: no match', (client, UserPoolId) =>
    client.send(new ListUsersCommand({ UserPoolId, Filter: 'email = "nobody@example.com"' })),
  ),
  inPool('ListUsers: invalid filter', (client, UserPoolId) =>
    client.send(new ListUsersCommand({ UserPoolId, Filter: 'email' })),
  ),
];
