import { type MailGroup, unsubscribableGroups } from '../../../contract/records/user.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** Each further attempt means that another request changed the list in between. */
const maxAttempts = 5;

interface ChangedUnsubscriptions<User> {
  /** Undefined for a deleted account, which gets no email at all. */
  user: User;
  /** The groups that were changed. */
  changed: MailGroup[];
}

/**
 * Unsubscribes a user from groups, or subscribes them again. Keeps the rest of the list, even if another request changes it at the same
 * time.
 * @returns the record after the change
 */
export async function changeUnsubscriptions<User extends StoredUser | undefined>(
  users: Pick<UserStore, 'replaceUnsubscriptions'>,
  readUser: () => Promise<User>,
  groups: readonly MailGroup[],
  wantsMail: boolean,
): Promise<ChangedUnsubscriptions<User>> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const user = await readUser();
    if (!user) return { user, changed: [] };
    const { userId, unsubscriptions: previous } = user;
    const changed = groups.filter((group) => previous.includes(group) === wantsMail);
    if (changed.length === 0) return { user, changed };
    const next = unsubscribableGroups.filter((group) =>
      changed.includes(group) ? !wantsMail : previous.includes(group),
    );
    if (await users.replaceUnsubscriptions(userId, previous, next))
      return { user: { ...user, unsubscriptions: next }, changed };
  }
  throw new Error('The list of unsubscriptions kept changing.');
}
