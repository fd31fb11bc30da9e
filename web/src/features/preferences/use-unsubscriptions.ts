import { useRef, useState } from 'react';
import type { MailGroup, User } from '../../../../contract/records/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';

interface Change {
  group: MailGroup;
  wantsMail: boolean;
}

/**
 * The groups that the user has unsubscribed from. A change shows at once; if it cannot be saved, it
 * is undone. Saves run one after the other, so that a switch that is toggled quickly ends in its
 * last position.
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
