import type { MailGroup } from '../../../contract/records/user.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { mailGroupPhrases } from '../../../contract/rules/mail-group-phrases.ts';
import { layOut, type Mail } from './layout.ts';
import type { Letter } from './letter.ts';
import { signUnsubscribeToken } from './unsubscribe-token.ts';

export interface Reader {
  userId: string;
  siteUrl: string;
  /** The key that signs unsubscribe links. */
  linkKey: string;
}

/**
 * An email that people can unsubscribe from: with links, and with headers for email programs.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
export function groupMail(
  letter: Omit<Letter, 'reason' | 'links'>,
  group: MailGroup,
  { userId, siteUrl, linkKey }: Reader,
): Mail {
  const token = (scope: MailGroup | 'all') => signUnsubscribeToken(linkKey, { userId, group: scope });
  // In the fragment, which no server logs. An email program needs the token in the URL itself.
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
