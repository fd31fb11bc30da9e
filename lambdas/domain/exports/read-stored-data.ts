import type { StoredData } from '../../../contract/records/stored-data.ts';
import type { AuditStore } from '../desk/audit-store.ts';
import type { FeedbackStore } from '../feedback/feedback-store.ts';
import type { MailLogStore } from '../mail/mail-log-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { countByMonth } from '../referrals/count-by-month.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { StoredUser } from '../users/user-store.ts';

interface ExportDependencies {
  feedback: Pick<FeedbackStore, 'ofUser'>;
  orders: Pick<OrderStore, 'ofUser'>;
  referrals: Pick<ReferralStore, 'itemsOf'>;
  audit: Pick<AuditStore, 'find'>;
  mails: Pick<MailLogStore, 'ofPerson'>;
}

interface Exported {
  userId: string;
  email: string;
  referralCode: string | undefined;
}

/** Reads what is stored about a person, except the account and the record. For the person and for the team. */
export async function readStoredData(
  { feedback, orders, referrals, audit, mails }: ExportDependencies,
  { userId, email, referralCode }: Exported,
): Promise<Pick<StoredData, 'feedback' | 'referrals' | 'conversions' | 'team' | 'emails' | 'orders'>> {
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
}

/** The record as it is exported: with the number of recovery codes instead of their hashes. */
export function withoutHashes({ recoveryCodes, ...user }: StoredUser) {
  if (!recoveryCodes) return user;
  const { hashes, createdAt } = recoveryCodes;
  return { ...user, recoveryCodesLeft: hashes.length, recoveryCodesCreatedAt: createdAt };
}
