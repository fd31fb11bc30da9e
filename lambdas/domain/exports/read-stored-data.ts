import type { StoredData } from '../../../contract/records/stored-data.ts';
import { readPages } from '../../platform/read-pages.ts';
import { type ListStores, listsOfPerson } from '../desk/lists-of-person.ts';
import { countByMonth } from '../referrals/count-by-month.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import type { StoredUser } from '../users/user-store.ts';

interface ExportDependencies extends ListStores {
  referrals: Pick<ReferralStore, 'itemsOf' | 'conversions'>;
}

interface Exported {
  userId: string;
  email: string;
  referralCode: string | undefined;
}

const conversionsOnPage = 1000;

/**
 * Reads a page of what is stored about a person, except the account and the record. For the person and for the team. Only the first page has
 * the results of the code by month.
 * @throws AppError `invalid-argument` for a cursor that does not belong to this person
 */
export async function readStoredData(
  dependencies: ExportDependencies,
  person: Exported,
  cursor: string | undefined,
): Promise<
  Pick<StoredData, 'feedback' | 'referrals' | 'conversions' | 'team' | 'emails' | 'orders'> & {
    next?: string;
  }
> {
  const { referrals } = dependencies;
  const { referralCode: code } = person;
  const lists = {
    ...listsOfPerson(dependencies, person),
    conversions: async (after?: string) =>
      code ? referrals.conversions(code, after, conversionsOnPage) : { items: [] },
  };
  const [{ items, ...page }, ofOwnCode] = await Promise.all([
    readPages(lists, cursor),
    code && cursor === undefined ? referrals.itemsOf(code) : [],
  ]);
  return {
    feedback: items.feedback.map(({ comments, ...given }) => ({
      ...given,
      comments: comments.map(({ actorId: _member, ...comment }) => comment),
    })),
    referrals: countByMonth(ofOwnCode),
    conversions: items.conversions.map(({ licensedAt, isLicensed }) => ({ licensedAt, isLicensed })),
    team: items.entries.map(({ actorId: _member, ...entry }) => entry),
    emails: items.emails,
    orders: items.orders,
    ...page,
  };
}

/** The record as it is exported: with the number of recovery codes instead of their hashes. */
export function withoutHashes({ recoveryCodes, ...user }: StoredUser) {
  if (!recoveryCodes) return user;
  const { hashes, createdAt } = recoveryCodes;
  return { ...user, recoveryCodesLeft: hashes.length, recoveryCodesCreatedAt: createdAt };
}
