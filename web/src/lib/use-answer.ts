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
export const useAnswer = <Name extends Question>(name: Name): Answer<ResponseOf<Name>> =>
  useAnswerOf(useCallback(() => callApi<Question>(name) as Promise<ResponseOf<Name>>, [name]));

/**
 * Like `useAnswer`, for a call with a request.
 * @param ask must be stable while the request is the same
 */
export function useAnswerOf<Value>(ask: () => Promise<Value>): Answer<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isAsking = !value && !failure;

  useEffect(() => {
    if (!isAsking) return;
    let isGone = false;
    ask().then(
      (answer) => !isGone && setValue(answer),
      (error: unknown) => !isGone && setFailure(messageOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [isAsking, ask]);

  return { value, failure, askAgain: useCallback(() => setFailure(null), []) };
}
