import type { MailGroup } from '../records/user.ts';

/** What the mails of a group are, as they are called in a sentence: "No more mails about updates." */
export const mailGroupPhrases: Record<MailGroup | 'all', string> = {
  updates: 'mails about updates',
  resources: 'mails about resources',
  feedback: 'mails that ask for feedback',
  newsletter: 'newsletters',
  all: 'mails but those that your account needs',
};
