const modes = ['verify', 'reset', 'email'] as const;

/** The action that a link in our emails requests. */
export interface MailLink {
  mode: (typeof modes)[number];
  email: string;
  code: string;
  /** The token that ends a registration; empty if the link has none. */
  end: string;
}

/**
 * Reads `/auth?mode=verify#email=…&code=…&end=…`. The code is in the fragment because browsers do not
 * send it to any server, so it appears in no log. Programs that check emails may write `#` as `%23`.
 * Null if no such link opened the page.
 */
export function readMailLink({ search, hash }: Pick<Location, 'search' | 'hash'>): MailLink | null {
  const [query, ...rewritten] = search.split('%23');
  const asked = new URLSearchParams(query).get('mode');
  const mode = modes.find((known) => known === asked);
  const fragment = new URLSearchParams(hash.slice(1) || rewritten.join('%23'));
  const email = fragment.get('email');
  const code = fragment.get('code');
  return mode && email && code ? { mode, email, code, end: fragment.get('end') ?? '' } : null;
}
