import type * as z from 'zod';
import type { storedData } from '../../../contract/records/stored-data.ts';
import { dynamodb } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { auditStore } from '../desk/audit-store.ts';
import { feedbackStore } from '../feedback/feedback-store.ts';
import { mailLogStore } from '../mail/mail-log-store.ts';
import { orderStore } from '../orders/order-store.ts';
import { countByMonth } from '../referrals/count-by-month.ts';
import { referralStore } from '../referrals/referral-store.ts';
import type { StoredUser } from '../users/user-store.ts';

type StoredData = z.input<typeof storedData>;

interface Exported {
  userId: string;
  email: string;
  referralCode: string | undefined;
}

/** Reads what is stored about a person, except the account and the record. For the person and for the team. */
export function storedDataReader(): (
  person: Exported,
) => Promise<Pick<StoredData, 'feedback' | 'referrals' | 'conversions' | 'team' | 'emails' | 'orders'>> {
  const config = readConfig({
    AUDIT_TABLE: resourceName,
    FEEDBACK_TABLE: resourceName,
    MAIL_LOG_TABLE: resourceName,
    ORDERS_TABLE: resourceName,
    REFERRALS_TABLE: resourceName,
  });
  const client = dynamodb();
  const feedback = feedbackStore(client, config.FEEDBACK_TABLE);
  const orders = orderStore(client, config.ORDERS_TABLE);
  const referrals = referralStore(client, config.REFERRALS_TABLE);
  const audit = auditStore(client, config.AUDIT_TABLE);
  const mails = mailLogStore(client, config.MAIL_LOG_TABLE);

  return async ({ userId, email, referralCode }) => {
    const [ownFeedback, ownOrders, entries, emails, ofOwnCode] = await Promise.all([
      feedback.ofUser(userId),
      orders.ofUser(userId),
      audit.find({ by: 'person', value: userId }),
      mails.ofPerson({ userId, email }),
      referralCode ? referrals.itemsOf(referralCode) : [],
    ]);
    return {
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
  };
}

/** The record as it is exported: with the number of recovery codes instead of their hashes. */
export function withoutHashes({ recoveryCodes, ...user }: StoredUser) {
  if (!recoveryCodes) return user;
  const { hashes, createdAt } = recoveryCodes;
  return { ...user, recoveryCodesLeft: hashes.length, recoveryCodesCreatedAt: createdAt };
}
