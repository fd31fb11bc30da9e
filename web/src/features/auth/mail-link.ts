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
 * send it to any server, so it appears in no log. Programs that check emails may write `#` as `%23`
 * or `%2523`, or encode the whole fragment. Null if no such link opened the page.
 */
export function readMailLink({ search, hash }: Pick<Location, 'search' | 'hash'>): MailLink | null {
  const [query, rewritten = ''] = search.split(/%(?:25)*23(.*)/);
  const asked = new URLSearchParams(query).get('mode');
  const mode = modes.find((known) => known === asked);
  let text = hash.slice(1) || rewritten;
  // Unlike `decodeURIComponent`, this accepts a malformed text.
  while (/^\w+%(25)*3d/i.test(text)) text = new URLSearchParams(`=${text}`).get('') ?? '';
  const fragment = new URLSearchParams(text);
  const email = fragment.get('email');
  const code = fragment.get('code');
  return mode && email && code ? { mode, email, code, end: fragment.get('end') ?? '' } : null;
}
