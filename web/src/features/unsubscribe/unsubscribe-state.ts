import type { RequestOf, ResponseOf } from '../../../../contract/operations/operations.ts';

/** The visitor's choice for the emails of the link. */
type UnsubscribeWish = RequestOf<'unsubscribe'>;

/** The result. */
export type Unsubscribed = ResponseOf<'unsubscribe'>;

/**
 * The state of the page, kept in the history entry: it is not in the address bar and survives a
 * reload.
 */
export interface UnsubscribeState {
  wish: UnsubscribeWish;
  /**
   * Null until it is known. Once it is set, the page calls nothing, because the visitor may have
   * changed the setting since.
   */
  done: Unsubscribed | null;
  /** The request was sent; its response may have arrived after the visitor left the page. */
  isAsked?: boolean;
}

/**
 * The link opens `/unsubscribe#token=…`; the token is in the fragment because browsers do not send
 * it to any server. After that, the history state holds the page's state. Null if the visitor came
 * without either.
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
