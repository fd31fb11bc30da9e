import { useRef, useState } from 'react';
import type { User } from '../../../../contract/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';

export type Unsubscriptions = User['unsubscriptions'];
export type MailGroup = Unsubscriptions[number];

/**
 * The mails somebody does not want. A change shows at once and is saved at once; one that cannot be saved is undone.
 * Saves run one after the other, because each sends the whole list.
 */
export function useUnsubscriptions(initial: Unsubscriptions) {
  const [shown, setShown] = useState(initial);
  const [outcome, setOutcome] = useState<{ failure: string | null; isSaved: boolean }>({
    failure: null,
    isSaved: false,
  });
  const wanted = useRef(initial);
  const saved = useRef(initial);
  const lastSave = useRef(Promise.resolve());

  function show(next: Unsubscriptions) {
    wanted.current = next;
    setShown(next);
  }

  async function save(group: MailGroup) {
    try {
      const { unsubscriptions } = await callApi('updateMe', { unsubscriptions: wanted.current });
      saved.current = unsubscriptions;
      setOutcome({ failure: null, isSaved: true });
    } catch (error) {
      show(withGroup(wanted.current, group, saved.current.includes(group)));
      setOutcome({ failure: messageOf(error), isSaved: false });
    }
  }

  function change(group: MailGroup, isUnsubscribed: boolean): void {
    show(withGroup(wanted.current, group, isUnsubscribed));
    setOutcome({ failure: null, isSaved: false });
    lastSave.current = lastSave.current.then(() => save(group));
  }

  return { unsubscriptions: shown, change, ...outcome };
}

function withGroup(list: Unsubscriptions, group: MailGroup, isIncluded: boolean): Unsubscriptions {
  const others = list.filter((other) => other !== group);
  return isIncluded ? [...others, group] : others;
}
