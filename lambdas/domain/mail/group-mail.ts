import type { MailGroup } from '../../../contract/records/user.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { mailGroupPhrases } from '../../../contract/rules/mail-group-phrases.ts';
import { layOut, type Mail } from './layout.ts';
import { unsubscribeToken } from './link-token.ts';
import type { MailContent } from './mail-content.ts';

export interface Reader {
  userId: string;
  siteUrl: string;
  /** The key that signs unsubscribe links. */
  linkKey: string;
}

type GroupMailContent = Omit<MailContent, 'reason' | 'links'>;

/**
 * An email that people can unsubscribe from: with links, and with headers for email programs.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
export function groupMail(content: GroupMailContent, group: MailGroup, reader: Reader): Mail {
  return groupMailWith(unsubscribeTokens(reader, group), content, group, reader.siteUrl);
}

/** The tokens of an email's links: one ends the group, and the other ends all groups. */
export interface UnsubscribeTokens {
  group: string;
  all: string;
}

export function unsubscribeTokens(
  { userId, linkKey }: Pick<Reader, 'userId' | 'linkKey'>,
  group: MailGroup,
): UnsubscribeTokens {
  const token = (scope: MailGroup | 'all') => unsubscribeToken.sign(linkKey, { userId, group: scope });
  return { group: token(group), all: token('all') };
}

/** Lays out an email of a group with the given tokens, which may be placeholders. */
export function groupMailWith(
  tokens: UnsubscribeTokens,
  content: GroupMailContent,
  group: MailGroup,
  siteUrl: string,
  { hasAccount } = { hasAccount: true },
): Mail {
  // In the fragment, which no server logs. An email program needs the token in the URL itself.
  const page = (scope: keyof UnsubscribeTokens) => `${siteUrl}/unsubscribe#token=${tokens[scope]}`;
  return {
    ...layOut({
      ...content,
      reason: `You are receiving this email because you ${hasAccount ? 'have an account' : 'signed up'} at ${brand} and receive ${mailGroupPhrases[group]}. Unsubscribe with one click, without signing in.`,
      links: [
        { label: `Unsubscribe from ${mailGroupPhrases[group]}`, url: page('group') },
        hasAccount
          ? { label: `Unsubscribe from ${mailGroupPhrases.all}`, url: page('all') }
          : {
              label: 'Choose your emails or delete your address',
              url: `${siteUrl}/newsletter#token=${tokens.all}`,
            },
      ],
    }),
    headers: unsubscribeHeaders(tokens, siteUrl),
  };
}

export const unsubscribeHeaders = (tokens: UnsubscribeTokens, siteUrl: string): Record<string, string> => ({
  'List-Unsubscribe': `<${siteUrl}/api/oneClickUnsubscribe?token=${tokens.group}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
