import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { maxUsernameLength } from '../../../contract/rules/account-limits.ts';
import { writeTogether } from '../../platform/conditional-write.ts';
import { addressKey } from '../mail/mail-log-store.ts';
import { readSignInAndState } from '../users/read-account.ts';
import { readUserById } from '../users/read-or-create-user.ts';
import type { UserStore } from '../users/user-store.ts';
import { takenOver } from './subscription.ts';
import type { SubscriptionStore } from './subscription-store.ts';

interface MergeDependencies {
  tables: DynamoDBDocumentClient;
  subscriptions: Pick<SubscriptionStore, 'find' | 'replacement'>;
  users: Pick<UserStore, 'find' | 'create' | 'unsubscriptionsChange'>;
  pool: CognitoIdentityProviderClient;
  userPoolId: string;
}

/** Each further attempt means that another request changed the user or the subscription in between. */
const maxAttempts = 5;

/**
 * Lets the account of an address take over its groups. One transaction changes both records, so a repeated call cannot turn on again what
 * the person has turned off since. Safe to repeat.
 * @returns whether the user's groups changed
 */
export async function mergeSubscription(
  { tables, subscriptions, users, pool, userPoolId }: MergeDependencies,
  { userId, email }: { userId: string; email: string },
  now: Date,
): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const current = await subscriptions.find(addressKey(email));
    // Deleted, or taken over.
    if (current?.email === undefined) return false;
    const user = await readUserById(users, pool, userPoolId, userId, now);
    if (!user) return false;
    const previous = user.unsubscriptions;
    const next = previous.filter((group) => !current.groups.includes(group));
    const written = await writeTogether(tables, [
      subscriptions.replacement(current, takenOver(current, userId, now)),
      { Update: users.unsubscriptionsChange(userId, previous, next) },
    ]);
    if (written) return next.length < previous.length;
  }
  throw new Error('The subscription or the user kept changing.');
}

/** The id of the user with this address; undefined if there is none, or the address is not confirmed. */
export async function findConfirmedAccount(
  pool: CognitoIdentityProviderClient,
  userPoolId: string,
  email: string,
): Promise<string | undefined> {
  if (email.length > maxUsernameLength) return undefined;
  const found = await readSignInAndState(pool, userPoolId, email);
  return found && found.state.status !== 'UNCONFIRMED' ? found.account.sub : undefined;
}
