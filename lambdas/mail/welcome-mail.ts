import { brand } from '../../contract/brand.ts';
import { groupMail, type Reader } from './group-mail.ts';
import type { Mail } from './layout.ts';

/** The first letter to somebody whose account is ready. */
export function welcomeMail(reader: Reader): Mail {
  return groupMail(
    {
      subject: `Welcome to ${brand}`,
      paragraphs: [
        'Your account is ready. Good to have you here.',
        'During early access a lifetime license is free: no subscription, no renewal, all future updates. Claim it, then download the app for Mac or Windows and start your first map.',
      ],
      action: { label: 'Get the free license', url: `${reader.siteUrl}/pricing` },
    },
    'updates',
    reader,
  );
}
