import { describe, expect, test, vi } from 'vitest';
import { type MailGroup, unsubscribableGroups } from '../../../contract/records/user.ts';
import { changeUnsubscriptions } from './change-unsubscriptions.ts';
import { newUser } from './new-user.ts';
import type { UserStore } from './user-store.ts';

/** A record that stands in for the table: what is replaced must be what is there. */
function userWith(...unsubscriptions: MailGroup[]) {
  let list = unsubscriptions;
  const replaceUnsubscriptions = vi.fn<UserStore['replaceUnsubscriptions']>(
    async (_userId, previous, next) => {
      if (JSON.stringify(previous) !== JSON.stringify(list)) return false;
      list = next;
      return true;
    },
  );
  return {
    replaceUnsubscriptions,
    get list() {
      return list;
    },
    change: (groups: readonly MailGroup[], wantsMail: boolean, meanwhile?: () => void) =>
      changeUnsubscriptions(
        { replaceUnsubscriptions },
        async () => {
          const user = {
            ...newUser('user-1', 'ana@example.test', new Date(0)),
            unsubscriptions: [...list],
          };
          meanwhile?.();
          return user;
        },
        groups,
        wantsMail,
      ),
    set: (...next: MailGroup[]) => {
      list = next;
    },
  };
}

describe('ending mails', () => {
  test('of a group leaves the others as they are, and answers the record', async () => {
    const user = userWith('newsletter');
    expect(await user.change(['updates'], false)).toMatchObject({
      user: { userId: 'user-1', unsubscriptions: ['updates', 'newsletter'] },
      changed: ['updates'],
    });
    expect(user.list).toEqual(['updates', 'newsletter']);
  });

  test('of all ends each of them, and names those that had not ended before', async () => {
    const user = userWith('feedback');
    expect(await user.change(unsubscribableGroups, false)).toMatchObject({
      changed: ['updates', 'resources', 'newsletter'],
    });
    expect(user.list).toEqual([...unsubscribableGroups]);
  });

  test('twice changes nothing the second time, and writes nothing', async () => {
    const user = userWith();
    await user.change(['updates'], false);
    expect(await user.change(['updates'], false)).toMatchObject({
      user: { unsubscriptions: ['updates'] },
      changed: [],
    });
    expect(user.replaceUnsubscriptions).toHaveBeenCalledOnce();
  });
});

describe('beginning mails again', () => {
  test('of a group leaves the others off', async () => {
    const user = userWith('updates', 'newsletter');
    expect(await user.change(['updates'], true)).toMatchObject({ changed: ['updates'] });
    expect(user.list).toEqual(['newsletter']);
  });

  test('of what was changed is an undo: what was off before stays off', async () => {
    const user = userWith('newsletter');
    const { changed } = await user.change(unsubscribableGroups, false);
    await user.change(changed, true);
    expect(user.list).toEqual(['newsletter']);
  });
});

test('what is changed elsewhere at the same time is kept', async () => {
  const user = userWith();
  let isFirst = true;
  const elsewhere = () => {
    if (isFirst) user.set('newsletter');
    isFirst = false;
  };
  await user.change(['updates'], false, elsewhere);
  expect(user.list).toEqual(['updates', 'newsletter']);
  expect(user.replaceUnsubscriptions).toHaveBeenCalledTimes(2);
});

test('a list that changes again and again is given up, not overwritten', async () => {
  const user = userWith();
  let count = 0;
  const elsewhere = () => user.set(...unsubscribableGroups.slice(1, 2 + (count++ % 2)));
  await expect(user.change(['updates'], false, elsewhere)).rejects.toThrow('again and again');
});

test('for somebody who has no account any more nothing is written anywhere', async () => {
  const replaceUnsubscriptions = vi.fn<UserStore['replaceUnsubscriptions']>();
  const answer = await changeUnsubscriptions(
    { replaceUnsubscriptions },
    async () => undefined,
    ['updates'],
    false,
  );
  expect(answer).toEqual({ user: undefined, changed: [] });
  expect(replaceUnsubscriptions).not.toHaveBeenCalled();
});
