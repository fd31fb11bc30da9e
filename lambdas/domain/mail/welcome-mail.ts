import { brand } from '../../../contract/rules/brand.ts';
import { groupMail, type Reader } from './group-mail.ts';
import type { Mail } from './layout.ts';

/** The first letter to somebody whose account is ready. */
export function welcomeMail(reader: Reader): Mail {
  return groupMail(
    {
      subject: `Welcome to ${brand}`,
      heading: 'Your account is ready',
      paragraphs: [
        `Good to have you here. ${brand} is a desktop toolkit for worldbuilders and story writers: maps, timelines, an editor, calendars and a network of relations, all on your own computer.`,
        'During early access a lifetime license is free: no subscription, no renewal, all future updates. Claim it, download the app for Mac or Windows, and draw your first coast.',
      ],
      action: { label: 'Get the free license', url: `${reader.siteUrl}/pricing` },
    },
    'updates',
    reader,
  );
}
