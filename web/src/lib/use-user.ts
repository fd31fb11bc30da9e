import { useCallback, useEffect, useRef, useState } from 'react';
import type { User } from '../../../contract/records/user.ts';
import { type FollowedUser, followUser } from './follow-user.ts';
import { createSessionSync } from './session-sync.ts';
import type { Answer } from './use-answer.ts';

/** Both value and failure if an earlier read succeeded and the last one failed. */
export interface UserRecord extends Answer<User> {
  /** Applies the response of the visitor's own change. */
  take: (user: User) => void;
}

/** The signed-in user's record. While connected, it shows changes made elsewhere within a second. */
export function useUser(): UserRecord {
  const [user, setUser] = useState<User | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const followed = useRef<FollowedUser | null>(null);

  const take = useCallback((answer: User) => followed.current?.take(answer), []);
  const askAgain = useCallback(() => {
    setFailure(null);
    followed.current?.ask();
  }, []);

  useEffect(() => {
    const sync = createSessionSync(take);
    followed.current = followUser({
      onUser(answer) {
        setUser(answer);
        setFailure(null);
        void sync.compare(answer);
      },
      onFailure: setFailure,
    });
    return () => {
      sync.stop();
      followed.current?.stop();
      followed.current = null;
    };
  }, [take]);

  return { value: user, failure, askAgain, take };
}
