import { describe, expect, test, vi } from 'vitest';
import { type MailGroup, unsubscribableGroups } from '../../../contract/records/user.ts';
import { changeUnsubscriptions } from './change-unsubscriptions.ts';
import { newUser } from './new-user.ts';
import type { UserStore } from './user-store.ts';

/** A fake of the table: a replacement succeeds only if the list is unchanged. */
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
    change: (groups: readonly MailGroup[], wantsMail: boolean, onRead?: () => void) =>
      changeUnsubscriptions(
        { replaceUnsubscriptions },
        async () => {
          const user = {
            ...newUser('user-1', 'ana@example.test', new Date(0)),
            unsubscriptions: [...list],
          };
          onRead?.();
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

describe('unsubscribing', () => {
  test('leaves the other groups unchanged, and returns the record', async () => {
    const user = userWith('newsletter');
    expect(await user.change(['updates'], false)).toMatchObject({
      user: { userId: 'user-1', unsubscriptions: ['updates', 'newsletter'] },
      changed: ['updates'],
    });
    expect(user.list).toEqual(['updates', 'newsletter']);
  });

  test('adds every group, and returns those that were not in the list', async () => {
    const user = userWith('feedback');
    expect(await user.change(unsubscribableGroups, false)).toMatchObject({
      changed: ['updates', 'resources', 'newsletter'],
    });
    expect(user.list).toEqual([...unsubscribableGroups]);
  });

  test('writes nothing the second time', async () => {
    const user = userWith();
    await user.change(['updates'], false);
    expect(await user.change(['updates'], false)).toMatchObject({
      user: { unsubscriptions: ['updates'] },
      changed: [],
    });
    expect(user.replaceUnsubscriptions).toHaveBeenCalledOnce();
  });
});

describe('subscribing again', () => {
  test('does not subscribe to the other groups', async () => {
    const user = userWith('updates', 'newsletter');
    expect(await user.change(['updates'], true)).toMatchObject({ changed: ['updates'] });
    expect(user.list).toEqual(['newsletter']);
  });

  test('undoes an unsubscription, and leaves earlier ones in place', async () => {
    const user = userWith('newsletter');
    const { changed } = await user.change(unsubscribableGroups, false);
    await user.change(changed, true);
    expect(user.list).toEqual(['newsletter']);
  });
});

test('keeps a change that another request makes at the same time', async () => {
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

test('throws instead of overwriting a list that keeps changing', async () => {
  const user = userWith();
  let count = 0;
  const elsewhere = () => user.set(...unsubscribableGroups.slice(1, 2 + (count++ % 2)));
  await expect(user.change(['updates'], false, elsewhere)).rejects.toThrow('kept changing');
});

test('writes nothing for a deleted account', async () => {
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
