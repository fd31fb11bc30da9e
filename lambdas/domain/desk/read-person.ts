import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { type DeskPerson, deskPerson } from '../../../contract/records/desk-person.ts';
import { AppError } from '../../platform/app-error.ts';
import type { FeedbackStore } from '../feedback/feedback-store.ts';
import type { MailLogStore } from '../mail/mail-log-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { countByMonth } from '../referrals/count-by-month.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import { resetDueAt, resetExpiresAt } from '../security/factor-reset.ts';
import { publicUser } from '../users/public-user.ts';
import { readSignInAndState } from '../users/read-account.ts';
import { readGroups } from '../users/read-groups.ts';
import type { FactorReset, UserStore } from '../users/user-store.ts';
import type { AuditStore } from './audit-store.ts';

interface PersonDependencies {
  pool: CognitoIdentityProviderClient;
  userPoolId: string;
  users: Pick<UserStore, 'find'>;
  orders: Pick<OrderStore, 'ofUser'>;
  feedback: Pick<FeedbackStore, 'ofUser'>;
  referrals: Pick<ReferralStore, 'itemsOf'>;
  audit: Pick<AuditStore, 'find'>;
  mails: Pick<MailLogStore, 'ofPerson'>;
  now: () => Date;
}

/**
 * Reads everything that the team sees about a person.
 * @throws AppError `not-found` when nothing is stored under this id
 */
export async function readPerson(
  { pool, userPoolId, users, orders, feedback, referrals, audit, mails, now }: PersonDependencies,
  userId: string,
): Promise<DeskPerson> {
  const [signIn, user, ownOrders, ownFeedback, entries] = await Promise.all([
    readSignInAndState(pool, userPoolId, userId),
    users.find(userId),
    orders.ofUser(userId),
    feedback.ofUser(userId),
    audit.find({ by: 'person', value: userId }),
  ]);
  if (!signIn && !user && ownOrders.length === 0 && entries.length === 0)
    throw new AppError('not-found', 'There is no such person.');
  const emails = await mails.ofPerson({ userId, email: signIn?.account.email });
  const ofOwnCode = user?.referralCode ? await referrals.itemsOf(user.referralCode) : [];
  return deskPerson.parse({
    userId,
    ...(signIn && { account: await describeAccount() }),
    ...(user?.factorReset && { factorReset: describeReset(user.factorReset, now()) }),
    ...(user && { user: publicUser(user) }),
    // These include checkouts that were not completed: their buyers may say that they have paid.
    orders: ownOrders.toReversed(),
    feedback: ownFeedback,
    emails,
    ...(user?.referralCode && { referralCode: user.referralCode }),
    referrals: countByMonth(ofOwnCode),
    audit: entries.toReversed(),
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

/** @returns undefined when the request counts no longer */
function describeReset(reset: FactorReset, now: Date): DeskPerson['factorReset'] {
  const expiresAt = resetExpiresAt(reset);
  if (now >= expiresAt) return undefined;
  return {
    requestedAt: reset.requestedAt,
    dueAt: resetDueAt(reset).toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
