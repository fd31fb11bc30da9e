import { brand } from '../../../contract/rules/brand.ts';
import { offerTexts } from '../../../contract/rules/offer-texts.ts';
import { layOut, type Mail } from './layout.ts';

/** Sent to the current address of an account when somebody requests another one. */
export function emailChangeWarning(siteUrl: string): Mail {
  return layOut({
    subject: `Your email address at ${brand} is about to change`,
    heading: 'Was this you?',
    paragraphs: [
      `Someone who is signed in to your ${brand} account asked to change its email address. The change takes effect when the new address is confirmed.`,
      'If this was you, follow the email at the new address. You do not need to do anything here.',
      'If this was not you, set a new password now, then choose “Sign Out Everywhere” on the account page.',
    ],
    action: { label: 'This was not me', url: `${siteUrl}/auth?step=forgot-password` },
    reason: `You are receiving this email because this is the address of your ${brand} account. If you can no longer sign in, write to us immediately.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}

/** Sent after a new password was set with a code from an email. */
export function passwordChangedNotice(siteUrl: string): Mail {
  return layOut({
    subject: `Your password at ${brand} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your ${brand} account was changed with a code that we sent to this address.`,
      'All devices have been signed out. Sign in again with the new password.',
      'Passkeys and an authenticator app of the account still work. Check under Security in your account that they are yours.',
      'If this was you, you do not need to do anything else. If this was not you, someone can read your email: secure your mailbox first, then set a new password.',
    ],
    action: { label: 'This was not me', url: `${siteUrl}/auth?step=forgot-password` },
    reason: `You are receiving this email because this is the address of your ${brand} account. If you can no longer sign in, write to us immediately.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}

/** The last email to a deleted account. */
export function goodbyeMail(siteUrl: string): Mail {
  return layOut({
    subject: `Your ${brand} account is deleted`,
    heading: 'Your account is deleted',
    paragraphs: [
      'We have deleted your account as you asked: your sign-in, your preferences, your license, and the feedback you sent us.',
      'We keep orders as tax law requires, without your user ID or email address. Stripe keeps its own records of them. If a payment was still being processed, we refund it when it arrives.',
      `Your projects stay on your own computer. Thank you for using ${brand}.`,
    ],
    reason: `This is the last email about this account. If you did not ask us to delete it, write to us immediately.`,
    links: [{ label: 'Write to us', url: `${siteUrl}/contact` }],
  });
}

/** The first email to a new user. It comes once with each account, so nobody can unsubscribe from it. */
export function welcomeMail(siteUrl: string): Mail {
  const { welcome, welcomeAction } = offerTexts();
  return layOut({
    subject: `Welcome to ${brand}`,
    heading: 'Your account is ready',
    paragraphs: [
      `Good to have you here. ${brand} is a desktop toolkit for worldbuilders and story writers: maps, timelines, an editor, calendars and a network of relations, all on your own computer.`,
      welcome,
      'We write to you about four more things only if you ask for them: updates of the app, free resources, our questions, and the newsletter. Choose them in your preferences.',
    ],
    action: { label: welcomeAction, url: `${siteUrl}/pricing` },
    reason: `You are receiving this email because you have created an account at ${brand}.`,
    links: [{ label: 'Choose the emails that you get', url: `${siteUrl}/preferences` }],
  });
}
