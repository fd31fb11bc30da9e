const modes = ['verify', 'reset', 'email'] as const;

/** What the link in one of our mails asks for. */
export interface MailLink {
  mode: (typeof modes)[number];
  email: string;
  code: string;
}

/**
 * Reads `/auth?mode=verify#email=…&code=…`. The code stands in the fragment because browsers do not send it to any
 * server, and so it reaches no log. Null if the page was not opened by such a link.
 */
export function readMailLink({ search, hash }: Pick<Location, 'search' | 'hash'>): MailLink | null {
  const asked = new URLSearchParams(search).get('mode');
  const mode = modes.find((known) => known === asked);
  const fragment = new URLSearchParams(hash.slice(1));
  const email = fragment.get('email');
  const code = fragment.get('code');
  return mode && email && code ? { mode, email, code } : null;
}
