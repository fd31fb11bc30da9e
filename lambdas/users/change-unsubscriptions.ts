import { type MailGroup, unsubscribableGroups } from '../../contract/user.ts';
import type { StoredUser, UserStore } from './user-store.ts';

/** Each further attempt means that another request changed the list in between. */
const maxAttempts = 5;

/**
 * Ends or begins mails of a group, or of all. The rest of the list stays as it is, also when it is changed elsewhere at
 * the same time. Answers the list as it stands then; who has no account any more gets no mail at all.
 */
export async function changeUnsubscriptions(
  users: Pick<UserStore, 'replaceUnsubscriptions'>,
  readUser: () => Promise<StoredUser | undefined>,
  group: MailGroup | 'all',
  wantsMail: boolean,
): Promise<MailGroup[]> {
  const meant: readonly MailGroup[] = group === 'all' ? unsubscribableGroups : [group];
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const user = await readUser();
    if (!user) return [...unsubscribableGroups];
    const { userId, unsubscriptions: previous } = user;
    const next = unsubscribableGroups.filter((name) =>
      meant.includes(name) ? !wantsMail : previous.includes(name),
    );
    const isSame = next.length === previous.length && next.every((name) => previous.includes(name));
    if (isSame || (await users.replaceUnsubscriptions(userId, previous, next))) return next;
  }
  throw new Error('The list of unsubscriptions changed again and again.');
}
