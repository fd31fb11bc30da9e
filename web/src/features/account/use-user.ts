import { useCallback, useEffect, useState } from 'react';
import type { User } from '../../../../contract/user.ts';
import { callApi } from '../../lib/call-api.ts';
import { messageOf } from '../../lib/message-of.ts';

/** The record of whoever is signed in: neither user nor failure while it is on its way. */
export function useUser() {
  const [user, setUser] = useState<User | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another call
  useEffect(() => {
    let isCurrent = true;
    callApi('me').then(
      (answer) => isCurrent && setUser(answer),
      (error: unknown) => isCurrent && setFailure(messageOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  const reload = useCallback(() => {
    setFailure(null);
    setAttempt((count) => count + 1);
  }, []);

  return { user, failure, reload };
}
