import type { MailGroup } from '../records/user.ts';

/** The name of each group in a sentence: "No more emails about updates." */
export const mailGroupPhrases: Record<MailGroup | 'all', string> = {
  updates: 'emails about updates',
  resources: 'emails about resources',
  feedback: 'emails that ask for feedback',
  newsletter: 'newsletters',
  all: 'emails that your account does not need',
};
