import type { RequestOf, ResponseOf } from '../../../../contract/operations/operations.ts';

/** What somebody wants of the mails that a link is for. */
type UnsubscribeWish = RequestOf<'unsubscribe'>;

/** What came of it. */
export type Unsubscribed = ResponseOf<'unsubscribe'>;

/** What the page is about, kept in the entry of the history: not in the address bar, and there after a reload. */
export interface UnsubscribeState {
  wish: UnsubscribeWish;
  /** Null until it is known. Where it stands, nothing is called: people may have chosen otherwise since. */
  done: Unsubscribed | null;
  /** It has been asked for, and the answer may have come when nobody was here any more. */
  isAsked?: boolean;
}

/**
 * A link leads to `/unsubscribe#token=…`, in the fragment because browsers send that to no server. What is wanted after that
 * stands in the state of the history. Null for somebody who came by neither.
 */
export function readUnsubscribeState({
  hash,
  state,
}: {
  hash: string;
  state: unknown;
}): UnsubscribeState | null {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token) return { wish: { token }, done: null };
  const { unsubscribe } = (state ?? {}) as { unsubscribe?: UnsubscribeState };
  return unsubscribe ?? null;
}
