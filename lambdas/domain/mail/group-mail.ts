import type { MailGroup } from '../../../contract/records/user.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { mailGroupPhrases } from '../../../contract/rules/mail-group-phrases.ts';
import { layOut, type Mail } from './layout.ts';
import type { Letter } from './letter.ts';
import { signUnsubscribeToken } from './unsubscribe-token.ts';

export interface Reader {
  userId: string;
  siteUrl: string;
  /** The key that links for unsubscribing are signed with. */
  unsubscribeKey: string;
}

/**
 * A mail that its reader did not ask for: it says how to end mails of its kind, to people by links and to mail programs by headers.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
export function groupMail(
  letter: Omit<Letter, 'reason' | 'links'>,
  group: MailGroup,
  { userId, siteUrl, unsubscribeKey }: Reader,
): Mail {
  const token = (scope: MailGroup | 'all') => signUnsubscribeToken(unsubscribeKey, { userId, group: scope });
  // In the fragment, which no server logs. A mail program needs it in the address itself.
  const page = (scope: MailGroup | 'all') => `${siteUrl}/unsubscribe#token=${token(scope)}`;
  return {
    ...layOut({
      ...letter,
      reason: `You are receiving this email because you have an account at ${brand} and receive ${mailGroupPhrases[group]}. Unsubscribe with one click, without signing in.`,
      links: [
        { label: `Unsubscribe from ${mailGroupPhrases[group]}`, url: page(group) },
        { label: `Unsubscribe from ${mailGroupPhrases.all}`, url: page('all') },
      ],
    }),
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/oneClickUnsubscribe?token=${token(group)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
