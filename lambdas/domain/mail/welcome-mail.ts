import { brand } from '../../../contract/rules/brand.ts';
import { offerTexts } from '../../../contract/rules/offer-texts.ts';
import { layOut, type Mail } from './layout.ts';

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
