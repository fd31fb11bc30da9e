/** What somebody wants of the mails that a link is for. */
export interface UnsubscribeWish {
  /** Signed by us; it is in the link. */
  token: string;
  wantsMail: boolean;
}

/**
 * A link leads to `/unsubscribe#token=…`, in the fragment because browsers send that to no server. What is wanted after that
 * stands in the state of the history. Null for somebody who came by neither.
 */
export function readWish({ hash, state }: { hash: string; state: unknown }): UnsubscribeWish | null {
  const linked = new URLSearchParams(hash.slice(1)).get('token');
  if (linked) return { token: linked, wantsMail: false };
  const { token, wantsMail } = (state ?? {}) as Partial<Record<keyof UnsubscribeWish, unknown>>;
  return typeof token === 'string' && typeof wantsMail === 'boolean' ? { token, wantsMail } : null;
}
