import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../../contract/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';

export type Unsubscriptions = User['unsubscriptions'];
export type MailGroup = Unsubscriptions[number];

interface Change {
  group: MailGroup;
  isUnsubscribed: boolean;
}

/**
 * The mails somebody does not want. A change shows at once, whatever the record says until it is saved; one that cannot
 * be saved is undone. Saves run one after the other, because each sends the whole list: the record's with one change.
 */
export function useUnsubscriptions(saved: Unsubscriptions, take: (user: User) => void) {
  const [waiting, setWaiting] = useState<Change[]>([]);
  const [outcome, setOutcome] = useState<{ failure: string | null; isSaved: boolean }>({
    failure: null,
    isSaved: false,
  });
  const lastSave = useRef(Promise.resolve());
  const latest = useRef(saved);
  useEffect(() => {
    latest.current = saved;
  }, [saved]);

  async function save(change: Change) {
    try {
      const answer = await callApi('updateMe', { unsubscriptions: withChange(latest.current, change) });
      latest.current = answer.unsubscriptions;
      take(answer);
      setOutcome({ failure: null, isSaved: true });
    } catch (error) {
      setOutcome({ failure: messageOf(error), isSaved: false });
    } finally {
      setWaiting((changes) => changes.filter((other) => other !== change));
    }
  }

  function change(group: MailGroup, isUnsubscribed: boolean): void {
    const next = { group, isUnsubscribed };
    setWaiting((changes) => [...changes, next]);
    setOutcome({ failure: null, isSaved: false });
    lastSave.current = lastSave.current.then(() => save(next));
  }

  return { unsubscriptions: waiting.reduce(withChange, saved), change, ...outcome };
}

function withChange(list: Unsubscriptions, { group, isUnsubscribed }: Change): Unsubscriptions {
  const others = list.filter((other) => other !== group);
  return isUnsubscribed ? [...others, group] : others;
}
