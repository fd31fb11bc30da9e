import type { MailGroup } from '../../../../contract/records/user.ts';
import { mailGroupTexts } from '../../lib/mail-group-texts.ts';
import { readPayload } from '../../lib/read-payload.ts';

/** The link of an email, kept in the history entry: it is not in the address bar and survives a reload. */
export type NewsletterLink = { kind: 'confirm'; token: string } | { kind: 'own'; token: string };

/**
 * The links open `/newsletter#confirm=…` and `/newsletter#token=…`; the token is in the fragment because browsers do not send it to any
 * server. Null if the visitor came without a link.
 */
export function readNewsletterLink({ hash, state }: { hash: string; state: unknown }): NewsletterLink | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const confirm = fragment.get('confirm');
  if (confirm) return { kind: 'confirm', token: confirm };
  const token = fragment.get('token');
  if (token) return { kind: 'own', token };
  const { newsletter } = (state ?? {}) as { newsletter?: NewsletterLink };
  return newsletter ?? null;
}

/** The request in a link, for display. The server trusts only the signed token. */
export function readRequest(token: string): { email: string; labels: string[] } | null {
  try {
    const { email, groups } = readPayload(token.split('.')[0]);
    if (typeof email !== 'string' || !Array.isArray(groups)) return null;
    return { email, labels: labelsOf(groups) };
  } catch {
    return null;
  }
}

const labelsOf = (groups: readonly MailGroup[]): string[] =>
  mailGroupTexts.flatMap(({ group, label }) => (groups.includes(group) ? [label] : []));
