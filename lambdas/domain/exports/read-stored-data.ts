import type { ExportedPage } from '../../../contract/records/exported-lists.ts';
import { readPages } from '../../platform/read-pages.ts';
import { type ListStores, listsOfPerson } from '../desk/lists-of-person.ts';
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
