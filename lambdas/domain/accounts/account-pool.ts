import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';

/** The most that Cognito lists at once. */
const pageSize = 60;

export type AccountPool = ReturnType<typeof accountPool>;

/** The accounts of the user pool. */
export function accountPool(pool: CognitoIdentityProviderClient, userPoolId: string) {
  return {
    /** Lists all accounts whose address was never confirmed. Some may be confirmed by now. */
    async *unconfirmed(): AsyncGenerator<{ userId: string; createdAt: Date }> {
      const pages = paginateListUsers(
        { client: pool, pageSize },
        { UserPoolId: userPoolId, Filter: 'cognito:user_status = "UNCONFIRMED"' },
      );
      for await (const { Users: users = [] } of pages) {
        for (const { Username: userId, UserCreateDate: createdAt } of users) {
          if (userId && createdAt) yield { userId, createdAt };
        }
      }
    },

    /** @returns the status in Cognito, such as `CONFIRMED`; undefined if the account does not exist */
    async statusOf(userId: string): Promise<string | undefined> {
      try {
        const { UserStatus } = await pool.send(
          new AdminGetUserCommand({ UserPoolId: userPoolId, Username: userId }),
        );
        return UserStatus ?? 'UNKNOWN';
      } catch (error) {
        if (error instanceof UserNotFoundException) return undefined;
        throw error;
      }
    },

    /** Deletes the account, which prevents new tokens. Safe to repeat. */
    async remove(userId: string): Promise<void> {
      try {
        await pool.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: userId }));
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error;
      }
    },
  };
}
