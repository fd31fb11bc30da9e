import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import type { ExportedPage } from '../../../contract/records/exported-lists.ts';
import { readPages } from '../../platform/read-pages.ts';
import type { FeedbackStore } from '../feedback/feedback-store.ts';
import type { MailLogStore } from '../mail/mail-log-store.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { PassOnStore } from '../orders/pass-on-store.ts';
import { exportedOrder, passedOnBy } from '../orders/public-order.ts';
import { countByMonth, isConversion } from '../referrals/count-by-month.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { StoredUser } from '../users/user-store.ts';

interface ExportDependencies extends ListStores {
  passOns: Pick<PassOnStore, 'shown'>;
  referrals: Pick<ReferralStore, 'itemsOf'>;
}

interface Exported {
  userId: string;
  email: string;
  referralCode: string | undefined;
}

/**
 * Reads a page of the lists that are stored about a person, for the person and for the team. Only the first page has the referral
 * results: a cursor would reveal order numbers of other people.
 * @throws AppError `invalid-argument` for a cursor that does not belong to this person
 */
export async function readStoredData(
  dependencies: ExportDependencies,
  person: Exported,
  cursor: string | undefined,
  now: Date,
): Promise<ExportedPage> {
  const { referralCode: code, userId } = person;
  const [{ items, ...page }, ofOwnCode] = await Promise.all([
    readPages(listsOfPerson(dependencies, person), cursor),
    code && cursor === undefined ? dependencies.referrals.itemsOf(code) : [],
  ]);
  return {
    feedback: items.feedback.map(({ comments, ...given }) => ({
      ...given,
      comments: comments.map(({ actorId: _member, ...comment }) => comment),
    })),
    referrals: countByMonth(ofOwnCode),
    conversions: ofOwnCode.flatMap((item) =>
      isConversion(item) ? [{ licensedAt: item.licensedAt, isLicensed: item.isLicensed }] : [],
    ),
    team: items.entries.map(({ actorId: _member, ...entry }) => entry),
    emails: items.emails,
    orders: await Promise.all(
      [...items.orders, ...passedOnBy(userId, items.bought)].map(async (stored) => {
        const order = exportedOrder(stored, userId);
        return { ...order, ...(await dependencies.passOns.shown(order, userId, now)) };
      }),
    ),
    ...page,
  };
}

/** The record as it is exported: with the number of recovery codes instead of their hashes. */
export function withoutHashes({ recoveryCodes, ...user }: StoredUser) {
  if (!recoveryCodes) return user;
  const { hashes, createdAt } = recoveryCodes;
  return { ...user, recoveryCodesLeft: hashes.length, recoveryCodesCreatedAt: createdAt };
}

export interface ListStores {
  feedback: Pick<FeedbackStore, 'page'>;
  orders: Pick<OrderStore, 'page' | 'pageOfBuyer'>;
  audit: {
    page: (
      filter: { by: 'person'; value: string },
      cursor: string | undefined,
      size: number,
    ) => Promise<{ entries: AuditEntry[]; next?: string }>;
  };
  mails: Pick<MailLogStore, 'page'>;
}

/**
 * The number of items of each list in one response, which Lambda limits to 6 MB. A DynamoDB query ends at 1 MB, so a response contains fewer
 * items of long feedback. `emails` limits two lists, so a page has up to 1,000 emails.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const sizes = { feedback: 50, orders: 100, entries: 50, emails: 500 };

/** The lists about a person that can grow without a limit, for `readPages`. */
export function listsOfPerson(
  { feedback, orders, audit, mails }: ListStores,
  { userId, email }: { userId: string; email?: string | undefined },
) {
  return {
    feedback: (cursor?: string) => feedback.page(userId, cursor, sizes.feedback),
    orders: (cursor?: string) => orders.page(userId, cursor, sizes.orders),
    bought: (cursor?: string) => orders.pageOfBuyer(userId, cursor, sizes.orders),
    emails: (cursor?: string) => mails.page({ userId, email }, cursor, sizes.emails),
    entries: async (cursor?: string) => {
      const { entries, ...page } = await audit.page({ by: 'person', value: userId }, cursor, sizes.entries);
      return { ...page, items: entries };
    },
  };
}
