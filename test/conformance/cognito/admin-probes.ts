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
  GetUserCommand,
  GetUserPoolMfaConfigCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Probe } from '../comparison.ts';
import { shapeOfAnswer } from '../shape.ts';
import { asPerson } from './as-person.ts';
import type { ComparablePool } from './comparable-pool.ts';

type Client = ComparablePool['client'];
interface User {
  UserPoolId: string;
  Username: string;
}
type Act = (client: Client, user: User) => Parameters<typeof shapeOfAnswer>[0];

/**
 * Sends a command for a new user and for an unknown one.
 * @param prepare changes the new user first
 */
const toUsers = (
  name: string,
  act: Act,
  prepare: (client: Client, user: User) => Promise<unknown> = async () => {},
): Probe<ComparablePool>[] => [
  {
    name,
    async run({ client, poolId: UserPoolId, addUser }) {
      const user = { UserPoolId, Username: await addUser() };
      await prepare(client, user);
      return shapeOfAnswer(act(client, user));
    },
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

const changeAttributes = (client: Client, user: User, attributes: Record<string, string>) =>
  client.send(
    new AdminUpdateUserAttributesCommand({
      ...user,
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );

const GroupName = 'paid';

export const adminProbes: Probe<ComparablePool>[] = [
  ...toUsers('AdminGetUser', (client, user) => client.send(new AdminGetUserCommand(user))),
  {
    name: 'AdminGetUser: by user id',
    async run({ client, poolId: UserPoolId, addUser }) {
      const { Username } = await client.send(
        new AdminGetUserCommand({ UserPoolId, Username: await addUser() }),
      );
      return shapeOfAnswer(client.send(new AdminGetUserCommand({ UserPoolId, Username })));
    },
  },
  ...toUsers('AdminUpdateUserAttributes', (client, user) =>
    changeAttributes(client, user, { email: `moved-${user.Username}`, email_verified: 'true' }),
  ),
  {
    name: 'AdminUpdateUserAttributes: taken address',
    async run({ client, poolId: UserPoolId, addUser, signUp }) {
      const user = { UserPoolId, Username: await signUp() };
      return shapeOfAnswer(
        changeAttributes(client, user, { email: await addUser(), email_verified: 'true' }),
      );
    },
  },
  {
    name: 'AdminUpdateUserAttributes: corrected address of an unconfirmed user',
    async run({ client, poolId: UserPoolId, signUp }) {
      const before = await signUp();
      const email = `corrected-${before}`;
      const { Username = '' } = await client.send(new AdminGetUserCommand({ UserPoolId, Username: before }));
      const user = { UserPoolId, Username };
      await changeAttributes(client, user, { email, email_verified: 'true' });
      await changeAttributes(client, user, { email_verified: 'false' });
      const { UserAttributes = [], UserStatus } = await client.send(new AdminGetUserCommand(user));
      const attribute = (name: string) => UserAttributes.find(({ Name }) => Name === name)?.Value;
      return { isNew: attribute('email') === email, isVerified: attribute('email_verified'), UserStatus };
    },
  },
  ...toUsers('AdminDisableUser', (client, user) => client.send(new AdminDisableUserCommand(user))),
  ...toUsers('AdminDeleteUser', (client, user) => client.send(new AdminDeleteUserCommand(user))),
  ...toUsers('AdminUserGlobalSignOut', (client, user) =>
    client.send(new AdminUserGlobalSignOutCommand(user)),
  ),
  ...(
    [
      ['signed out', AdminUserGlobalSignOutCommand],
      ['disabled', AdminDisableUserCommand],
      ['deleted', AdminDeleteUserCommand],
    ] as const
  ).map(([state, Command]) =>
    asPerson(
      `GetUser: ${state}`,
      ({ client }, { AccessToken }) => client.send(new GetUserCommand({ AccessToken })),
      ({ client, poolId: UserPoolId }, { email }) =>
        client.send(new Command({ UserPoolId, Username: email })),
    ),
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
  ...toUsers(
    'AdminListGroupsForUser',
    (client, user) => client.send(new AdminListGroupsForUserCommand(user)),
    (client, user) => client.send(new AdminAddUserToGroupCommand({ ...user, GroupName })),
  ),
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
  {
    name: 'ListUsers: next page',
    async run({ client, poolId: UserPoolId, addUser }) {
      for (let user = 0; user < 3; user++) await addUser();
      const list = (PaginationToken?: string) =>
        client.send(new ListUsersCommand({ UserPoolId, Limit: 2, PaginationToken }));
      const { Users: first = [], PaginationToken } = await list();
      const { Users: second = [] } = await list(PaginationToken);
      return new Set([...first, ...second].map(({ Username }) => Username)).size;
    },
  },
  {
    name: 'ListUsers: chosen attributes',
    async run({ client, poolId: UserPoolId, addUser }) {
      const Filter = `email ^= "${await addUser()}"`;
      const { Users = [] } = await client.send(
        new ListUsersCommand({ UserPoolId, Filter, Limit: 10, AttributesToGet: ['email', 'sub'] }),
      );
      return Users.map(({ Attributes = [] }) => Attributes.map(({ Name }) => Name).sort());
    },
  },
  {
    name: 'ListUsers: by status',
    async run({ client, poolId: UserPoolId, signUp }) {
      await signUp();
      const { Users = [] } = await client.send(
        new ListUsersCommand({ UserPoolId, Filter: 'cognito:user_status = "UNCONFIRMED"' }),
      );
      return [...new Set(Users.map(({ UserStatus }) => UserStatus))];
    },
  },
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
