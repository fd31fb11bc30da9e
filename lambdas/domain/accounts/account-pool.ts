import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
  paginateListUsers,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { unconfirmedHours } from '../../../contract/rules/retention.ts';

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

export interface UnconfirmedDependencies {
  accounts: Pick<AccountPool, 'unconfirmed' | 'statusOf' | 'remove'>;
  now: () => Date;
}

/**
 * Removes the accounts whose address was not confirmed in time. It keeps no cursor, because removed accounts are not listed again. Safe to
 * repeat, and to run twice at once.
 * @param observer.failed called with the error of an account that could not be removed; the next run retries it
 * @returns the number of removed accounts
 */
export async function removeUnconfirmed(
  { accounts, now }: UnconfirmedDependencies,
  observer: { hasTime: () => boolean; failed: (error: unknown) => void },
): Promise<number> {
  const latest = now().getTime() - unconfirmedHours * 60 * 60 * 1000;
  let removed = 0;
  for await (const { userId, createdAt } of accounts.unconfirmed()) {
    if (!observer.hasTime()) break;
    if (createdAt.getTime() > latest) continue;
    try {
      // The list may be older than the confirmation of the address.
      if ((await accounts.statusOf(userId)) !== 'UNCONFIRMED') continue;
      await accounts.remove(userId);
      removed += 1;
    } catch (error) {
      observer.failed(error);
    }
  }
  return removed;
}

/** Ends all sign-ins that an account has now. Their access tokens work at the API until they expire. */
export async function signOutEverywhere(
  cognito: CognitoIdentityProviderClient,
  { userPoolId, userId, abortSignal }: { userPoolId: string; userId: string; abortSignal?: AbortSignal },
): Promise<void> {
  try {
    await cognito.send(
      new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: userId }),
      abortSignal && { abortSignal },
    );
  } catch (error) {
    // The account no longer exists.
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}
