import { useRef, useState } from 'react';
import type { MailGroup, User } from '../../../../contract/records/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';

interface Change {
  group: MailGroup;
  wantsMail: boolean;
}

/**
 * The mails somebody does not want. A change shows at once, whatever the record says until it is saved; one that cannot
 * be saved is undone. Saves run one after the other, so that a switch that goes back and forth ends where it was left.
 */
export function useUnsubscriptions(saved: readonly MailGroup[], take: (user: User) => void) {
  const [waiting, setWaiting] = useState<Change[]>([]);
  const [outcome, setOutcome] = useState<{ failure: string | null; isSaved: boolean }>({
    failure: null,
    isSaved: false,
  });
  const lastSave = useRef(Promise.resolve());

  async function save(mailGroup: Change) {
    try {
      take(await callApi('updateMe', { mailGroup }));
      setOutcome({ failure: null, isSaved: true });
    } catch (error) {
      setOutcome({ failure: messageOf(error), isSaved: false });
    } finally {
      setWaiting((changes) => changes.filter((other) => other !== mailGroup));
    }
  }

  function change(group: MailGroup, wantsMail: boolean): void {
    const next = { group, wantsMail };
    setWaiting((changes) => [...changes, next]);
    setOutcome({ failure: null, isSaved: false });
    lastSave.current = lastSave.current.then(() => save(next));
  }

  return { unsubscriptions: waiting.reduce(withChange, saved), change, ...outcome };
}

function withChange(list: readonly MailGroup[], { group, wantsMail }: Change): readonly MailGroup[] {
  const others = list.filter((other) => other !== group);
  return wantsMail ? others : [...others, group];
}
