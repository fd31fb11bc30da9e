import { operations } from '../../../contract/operations/operations.ts';
import { auditStore } from '../../domain/desk/audit-store.ts';
import { feedbackStore } from '../../domain/feedback/feedback-store.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { mailLogStore } from '../../domain/mail/mail-log-store.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { countByMonth } from '../../domain/referrals/count-by-month.ts';
import { referralStore } from '../../domain/referrals/referral-store.ts';
import { signInMethods } from '../../domain/security/sign-in-methods.ts';
import { readOwnAccountState, readOwnSignIn } from '../../domain/users/read-account.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { type StoredUser, userStore } from '../../domain/users/user-store.ts';
import { cognito, dynamodb } from '../../platform/aws.ts';
import { flag, readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';

const config = readConfig({
  AUDIT_TABLE: resourceName,
  FEEDBACK_TABLE: resourceName,
  HAS_PASSKEYS: flag,
  LIMITS_TABLE: resourceName,
  MAIL_LOG_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
  REFERRALS_TABLE: resourceName,
  USERS_TABLE: resourceName,
  USER_POOL_ID: resourceName,
});
const {
  AUDIT_TABLE,
  FEEDBACK_TABLE,
  LIMITS_TABLE,
  MAIL_LOG_TABLE,
  ORDERS_TABLE,
  REFERRALS_TABLE,
  USERS_TABLE,
  USER_POOL_ID,
} = config;
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const users = userStore(client, USERS_TABLE);
const feedback = feedbackStore(client, FEEDBACK_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const referrals = referralStore(client, REFERRALS_TABLE);
const audit = auditStore(client, AUDIT_TABLE);
const mails = mailLogStore(client, MAIL_LOG_TABLE);
const pool = cognito();
const { readPasskeys } = signInMethods(pool, { hasPasskeys: config.HAS_PASSKEYS });

export const handler = serve(operations.exportMyData, async ({ caller }) => {
  const now = new Date();
  await limits.take('exportMyData', caller.userId, now);
  const { account, hasSecondFactor } = await readOwnSignIn(pool, caller);
  const [state, passkeys, user, ownFeedback, ownOrders, entries, emails] = await Promise.all([
    readOwnAccountState(pool, USER_POOL_ID, caller),
    readPasskeys(caller),
    readOrCreateUser(users, pool, caller, now),
    feedback.ofUser(caller.userId),
    orders.ofUser(caller.userId),
    audit.find({ by: 'person', value: caller.userId }),
    mails.ofPerson({ userId: caller.userId, email: account.email }),
  ]);
  const ofOwnCode = user.referralCode ? await referrals.itemsOf(user.referralCode) : [];
  return {
    exportedAt: now.toISOString(),
    account: { ...account, groups: caller.groups.join(', ') },
    accountState: { ...state, isEmailVerified: account.email_verified === 'true' },
    hasSecondFactor,
    passkeys,
    user: withoutHashes(user),
    feedback: ownFeedback.map(({ comments, ...given }) => ({
      ...given,
      comments: comments.map(({ actorId: _member, ...comment }) => comment),
    })),
    referrals: countByMonth(ofOwnCode),
    conversions: ofOwnCode.flatMap((item) =>
      'licensedAt' in item ? [{ licensedAt: item.licensedAt, isLicensed: item.isLicensed }] : [],
    ),
    team: entries.map(({ actorId: _member, ...entry }) => entry),
    emails,
    orders: ownOrders,
  };
});

const withoutHashes = ({ recoveryCodes, ...user }: StoredUser) =>
  recoveryCodes
    ? {
        ...user,
        recoveryCodesLeft: recoveryCodes.hashes.length,
        recoveryCodesCreatedAt: recoveryCodes.createdAt,
      }
    : user;
