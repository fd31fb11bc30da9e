import {
  type CognitoIdentityProviderClient,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';

/**
 * Keeps at least one person who can use the desk. A team has fewer members than a page of Cognito, 60.
 * @throws Error when nobody else is in the group
 */
export async function refuseLastAdmin(
  { cognito, userPoolId }: { cognito: CognitoIdentityProviderClient; userPoolId: string },
  userId: string,
): Promise<void> {
  const { Users: members = [] } = await cognito.send(
    new ListUsersInGroupCommand({ UserPoolId: userPoolId, GroupName: 'admin' }),
  );
  if (members.some(({ Username }) => Username !== userId)) return;
  throw new Error(
    'This is the last member of the group admin. Add another one first: npm run grant -- <email> admin',
  );
}
