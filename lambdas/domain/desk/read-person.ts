import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { type DeskPerson, deskPerson } from '../../../contract/records/desk-person.ts';
import { AppError } from '../../platform/app-error.ts';
import { readPages } from '../../platform/read-pages.ts';
import { type ListStores, listsOfPerson } from '../exports/read-stored-data.ts';
import { passedOnBy } from '../orders/public-order.ts';
import { countByMonth } from '../referrals/count-by-month.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import { resetDueAt, resetExpiresAt } from '../security/factor-reset.ts';
import { publicUser } from '../users/public-user.ts';
import { readSignInAndState } from '../users/read-account.ts';
import { readGroups } from '../users/read-groups.ts';
import type { FactorReset, UserStore } from '../users/user-store.ts';

interface PersonDependencies extends ListStores {
  pool: CognitoIdentityProviderClient;
  userPoolId: string;
  users: Pick<UserStore, 'find'>;
  referrals: Pick<ReferralStore, 'itemsOf'>;
  now: () => Date;
}

/**
 * Reads the data that the team sees about a person, with a page of each list. Only the first page has the results of the referral code.
 * @throws AppError `not-found` when nothing is stored under this id
 */
export async function readPerson(
  { pool, userPoolId, users, referrals, now, ...stores }: PersonDependencies,
  { userId, cursor }: { userId: string; cursor?: string | undefined },
): Promise<DeskPerson> {
  const [signIn, user] = await Promise.all([
    readSignInAndState(pool, userPoolId, userId),
    users.find(userId),
  ]);
  const lists = listsOfPerson(stores, { userId, email: signIn?.account.email });
  const { items, ...page } = await readPages(lists, cursor);
  if (
    cursor === undefined &&
    !signIn &&
    !user &&
    items.orders.length + items.bought.length === 0 &&
    items.entries.length === 0
  )
    throw new AppError('not-found', 'There is no such person.');
  const ofOwnCode =
    cursor === undefined && user?.referralCode ? await referrals.itemsOf(user.referralCode) : [];
  return deskPerson.parse({
    userId,
    ...(signIn && { account: await describeAccount() }),
    ...(user?.factorReset && { factorReset: describeReset(user.factorReset, now()) }),
    ...(user && { user: publicUser(user) }),
    // These include checkouts that were not completed: their buyers may say that they have paid.
    orders: [...items.orders, ...passedOnBy(userId, items.bought)].map((order) => ({
      ...order,
      hasLicenseFile: order.licenseFile !== undefined,
    })),
    feedback: items.feedback,
    emails: items.emails,
    ...(user?.referralCode && { referralCode: user.referralCode }),
    referrals: countByMonth(ofOwnCode),
    audit: items.entries,
    ...page,
  });

  async function describeAccount(): Promise<DeskPerson['account']> {
    if (!signIn) return undefined;
    const { account, hasSecondFactor, state } = signIn;
    return {
      ...state,
      email: account.email,
      isEmailVerified: account.email_verified === 'true',
      hasSecondFactor,
      groups: await readGroups(pool, userPoolId, userId),
    };
  }
}

/** @returns undefined when the request has expired */
function describeReset(reset: FactorReset, now: Date): DeskPerson['factorReset'] {
  const expiresAt = resetExpiresAt(reset);
  if (now >= expiresAt) return undefined;
  return {
    requestedAt: reset.requestedAt,
    dueAt: resetDueAt(reset).toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
