import { brand } from '../../../contract/rules/brand.ts';
import { offerTexts } from '../../../contract/rules/offer-texts.ts';
import { groupMail, type Reader } from './group-mail.ts';
import type { Mail } from './layout.ts';

/** The first email to a new user. */
export function welcomeMail(reader: Reader): Mail {
  const { welcome, welcomeAction } = offerTexts();
  return groupMail(
    {
      subject: `Welcome to ${brand}`,
      heading: 'Your account is ready',
      paragraphs: [
        `Good to have you here. ${brand} is a desktop toolkit for worldbuilders and story writers: maps, timelines, an editor, calendars and a network of relations, all on your own computer.`,
        welcome,
      ],
      action: { label: welcomeAction, url: `${reader.siteUrl}/pricing` },
    },
    'updates',
    reader,
  );
}
