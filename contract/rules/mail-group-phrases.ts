import type { Recipients } from '../records/mailing.ts';
import type { MailGroup } from '../records/user.ts';
import { audienceWords } from './mailing-audience.ts';

/** The name of each group in a sentence: "No more emails about updates." */
export const mailGroupPhrases: Record<MailGroup | 'all', string> = {
  updates: 'emails about updates',
  resources: 'emails about resources',
  feedback: 'emails that ask for feedback',
  newsletter: 'newsletters',
  all: 'emails that your account does not need',
};

/** The refusal of a mailing without recipients. */
export const nobodyReceives = ({ group, audience }: Recipients): string =>
  `Nobody ${audience ? `${audienceWords(audience).inside} ` : ''}receives ${mailGroupPhrases[group]}, so there is nobody to send the mailing to.`;
