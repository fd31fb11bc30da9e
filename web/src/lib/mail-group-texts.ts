import type { MailGroup } from '../../../contract/records/user.ts';

/** The names of the mail groups in forms, and what people get. */
export const mailGroupTexts: { group: MailGroup; label: string; text: string }[] = [
  { group: 'updates', label: 'Updates', text: 'When a new version is out, and what is in it.' },
  { group: 'resources', label: 'Resources', text: 'When there are new structures, templates or projects.' },
  { group: 'feedback', label: 'Feedback', text: 'When we would like to ask you something.' },
  { group: 'newsletter', label: 'Newsletter', text: 'New articles and toolkit news.' },
];
