import { useCallback, useEffect, useRef, useState } from 'react';
import type { User } from '../../../contract/records/user.ts';
import { pollUser, type UserPoll } from './poll-user.ts';
import { createSessionSync } from './session-sync.ts';
import type { Answer } from './use-answer.ts';

/** Both value and failure when it could be read once, but not now. */
export interface UserRecord extends Answer<User> {
  /** Takes over what a change of one's own has answered. */
  take: (user: User) => void;
}

/** The record of whoever is signed in. It follows changes made elsewhere within two seconds. */
export function useUser(): UserRecord {
  const [user, setUser] = useState<User | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const poll = useRef<UserPoll | null>(null);

  const take = useCallback((answer: User) => poll.current?.take(answer), []);
  const askAgain = useCallback(() => {
    setFailure(null);
    poll.current?.ask();
  }, []);

  useEffect(() => {
    const compare = createSessionSync(take);
    poll.current = pollUser({
      onUser(answer) {
        setUser(answer);
        setFailure(null);
        void compare(answer);
      },
      onFailure: setFailure,
    });
    return () => {
      poll.current?.stop();
      poll.current = null;
    };
  }, [take]);

  return { value: user, failure, askAgain, take };
}
