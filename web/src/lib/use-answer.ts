import { useCallback, useEffect, useState } from 'react';
import type { ResponseOf } from '../../../contract/operations/operations.ts';
import { callApi } from './call-api.ts';
import { messageOf } from './message-of.ts';

type Question = 'myOrders' | 'myReferrals';

/** The value, the failure, or neither while it loads. */
export interface Answer<Value> {
  value: Value | null;
  /** A sentence for the visitor. */
  failure: string | null;
  askAgain: () => void;
  /** Why a value that is shown could not be loaded again. */
  reloadFailure?: string | null;
}

/** Calls the server once, and again when the visitor retries. */
export function useAnswer<Name extends Question>(name: Name): Answer<ResponseOf<Name>> {
  const [value, setValue] = useState<ResponseOf<Name> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isAsking = !value && !failure;

  useEffect(() => {
    if (!isAsking) return;
    let isGone = false;
    callApi<Question>(name).then(
      (answer) => !isGone && setValue(answer as ResponseOf<Name>),
      (error: unknown) => !isGone && setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [isAsking, name]);

  return { value, failure, askAgain: useCallback(() => setFailure(null), []) };
}
