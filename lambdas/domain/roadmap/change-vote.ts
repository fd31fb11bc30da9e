import { type ClosedItems, isRoadmapItem } from '../../../contract/content/roadmap-items.ts';
import { AppError } from '../../platform/app-error.ts';
import { backOff } from '../../platform/back-off.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { StoredUser, UserStore } from '../users/user-store.ts';
import type { VoteCounts } from './vote-counts.ts';

interface VoteDependencies {
  users: Pick<UserStore, 'replaceVotes'>;
  votes: Pick<VoteCounts, 'change'>;
  closedItems: ClosedItems;
  /** Writes all parts or nothing, and returns false when a condition failed or a part was being changed. */
  write: (parts: TransactionPart[]) => Promise<boolean>;
}

interface Vote {
  item: string;
  isFor: boolean;
}

/** Each further attempt means that another request changed the record or the number at the same moment. */
const maxAttempts = 6;

/**
 * Adds a person's vote for an item, or takes it back, together with the number of votes. Repeating it changes nothing. A vote for a closed
 * item can still be taken back: its voters may get an email.
 * @param readUser reads the record that is changed
 * @returns the record after the change
 * @throws AppError `not-found` for an unknown item, `aborted` for a new vote for a closed one
 */
export async function changeVote(
  { users, votes, closedItems, write }: VoteDependencies,
  readUser: () => Promise<StoredUser>,
  { item, isFor }: Vote,
  now: Date,
): Promise<StoredUser> {
  if (!isRoadmapItem(item))
    throw new AppError('not-found', 'The roadmap has no such item. Load the page again.');
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const user = await readUser();
    const { [item]: votedAt, ...others } = user.votes ?? {};
    if ((votedAt !== undefined) === isFor) return user;
    if (isFor && closedItems[item])
      throw new AppError('aborted', 'This item is closed, so nobody can vote for it any more.');
    const next = isFor ? { ...others, [item]: now.toISOString() } : others;
    if (await write([users.replaceVotes(user, next), votes.change(item, isFor ? 1 : -1)]))
      return { ...user, votes: next };
    await backOff(attempt);
  }
  throw new AppError('unavailable', 'Many people are voting right now. Try again in a moment.');
}
