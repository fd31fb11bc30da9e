import { useCallback, useEffect, useRef, useState } from 'react';
import type { User } from '../../../../contract/records/user.ts';
import type { Answer } from '../../lib/use-answer.ts';
import { type FollowedUser, followUser } from './follow-user.ts';
import { keepInStep } from './keep-in-step.ts';

/** Both value and failure when it could be read once, but not now. */
export interface UserRecord extends Answer<User> {
  /** Takes over what a change of one's own has answered. */
  take: (user: User) => void;
}

/** The record of whoever is signed in. It follows changes made elsewhere within two seconds. */
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
    const compare = keepInStep(take);
    followed.current = followUser({
      onUser(answer) {
        setUser(answer);
        setFailure(null);
        void compare(answer);
      },
      onFailure: setFailure,
    });
    return () => {
      followed.current?.stop();
      followed.current = null;
    };
  }, [take]);

  return { value: user, failure, askAgain, take };
}
