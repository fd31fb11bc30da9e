import { brand } from '../../../contract/rules/brand.ts';
import { layOut, type Mail } from './layout.ts';

/** To the address an account has, when somebody asks for another. */
export function emailChangeWarning(siteUrl: string): Mail {
  return layOut({
    subject: `Your email address at ${brand} is about to change`,
    heading: 'Was this you?',
    paragraphs: [
      `Somebody who is signed in to your ${brand} account asked to use another email address for it. The change takes effect when the new address is confirmed.`,
      'If it was you, there is nothing to do here: the mail at the new address says how to go on.',
      'If it was not you, set a new password now, then choose “Sign Out Everywhere” on the account page.',
    ],
    action: { label: 'It was not me', url: `${siteUrl}/auth?step=forgot-password` },
    reason: `You get this mail because this is the address of your ${brand} account. If you cannot get into the account any more, write to us at once.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}

/** After a new password was set with a code from a mail. */
export function passwordChangedNotice(siteUrl: string): Mail {
  return layOut({
    subject: `Your password at ${brand} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your ${brand} account was changed with a code that we mailed to this address.`,
      'All devices that were signed in before are signed out. Please log in there with the new password.',
      'If it was you, there is nothing else to do. If it was not you, somebody can read your mail: secure your mailbox first, then set a new password.',
    ],
    action: { label: 'It was not me', url: `${siteUrl}/auth?step=forgot-password` },
    reason: `You get this mail because this is the address of your ${brand} account. If you cannot get into the account any more, write to us at once.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}

/** The last one. */
export function goodbyeMail(siteUrl: string): Mail {
  return layOut({
    subject: `Your ${brand} account is deleted`,
    heading: 'Your account is deleted',
    paragraphs: [
      'As you asked, we have deleted your account: your sign-in, your record with its preferences and license, and the feedback you sent us.',
      'Orders are kept as tax law requires, without your user ID or email address. Stripe, who handled them, keeps its own records. A payment that was still on its way is sent back when it arrives.',
      'Your projects are on your own computer, and stay yours. Thank you for having been here.',
    ],
    reason: `This is the last mail to this address about the account. If it was not you who asked for it, write to us at once.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}
