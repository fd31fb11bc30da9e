import { useCallback, useEffect, useRef, useState } from 'react';
import type { User } from '../../../contract/records/user.ts';
import { pollUser, type UserPoll } from './poll-user.ts';
import { createSessionSync } from './session-sync.ts';
import type { Answer } from './use-answer.ts';

/** Both value and failure if an earlier read succeeded and the last one failed. */
export interface UserRecord extends Answer<User> {
  /** Applies the response of the visitor's own change. */
  take: (user: User) => void;
}

/** The signed-in user's record. It shows changes from elsewhere within two seconds. */
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
