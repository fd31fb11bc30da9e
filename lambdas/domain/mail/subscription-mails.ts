import type { MailGroup } from '../../../contract/records/user.ts';
import { brand } from '../../../contract/rules/brand.ts';
import { mailGroupPhrases } from '../../../contract/rules/mail-group-phrases.ts';
import { subscriptionRequestDays } from '../../../contract/rules/retention.ts';
import { layOut, type Mail } from './layout.ts';

interface Confirmation {
  groups: readonly MailGroup[];
  siteUrl: string;
  /** See `subscriptionToken.sign`. */
  token: string;
  /** The token of the page about a subscription, for an address that gets emails already. */
  ownToken?: string;
}

/** Asks the owner of an address whether they want the emails that somebody asked for. */
export function subscriptionConfirmation({ groups, siteUrl, token, ownToken }: Confirmation): Mail {
  const page = `${siteUrl}/newsletter`;
  const phrases = new Intl.ListFormat('en-US').format(groups.map((group) => mailGroupPhrases[group]));
  return layOut({
    subject: `Do you want emails from ${brand}?`,
    heading: 'Do you want our emails?',
    paragraphs: [
      `Somebody asked for ${phrases} to this address. If that was you, open the page below and press the button there. The link works for ${subscriptionRequestDays} days.`,
      `If that was not you, ignore this email. Nothing happens without the button${ownToken ? '' : ', and we do not store the address'}.`,
    ],
    action: { label: 'Get these emails', url: `${page}#confirm=${token}` },
    reason: `You are receiving this email because somebody entered this address at ${brand}. Nobody gets more than one such email in an hour.`,
    links: [
      ...(ownToken
        ? [
            {
              label: 'You get emails already: choose them, or delete your address',
              url: `${page}#token=${ownToken}`,
            },
          ]
        : []),
      { label: 'Write to us', url: `${siteUrl}/contact` },
    ],
  });
}

/** Points the owner of an account to the preferences. */
export const subscriptionOfAccount = (siteUrl: string): Mail =>
  layOut({
    subject: `Choose your emails from ${brand}`,
    heading: 'Choose your emails',
    paragraphs: [
      `Somebody asked for our emails to this address. It has an account at ${brand}, so nothing has changed: you choose your emails in your preferences.`,
      'If that was not you, ignore this email. The page did not say that it has an account.',
    ],
    action: { label: 'Choose your emails', url: `${siteUrl}/preferences` },
    reason: `You are receiving this email because somebody entered this address at ${brand}.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
