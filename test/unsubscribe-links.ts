import { randomUUID } from 'node:crypto';
import type { MailGroup } from '../contract/records/user.ts';
import { mailsTo, type Person } from './person.ts';

/** The unsubscriptions of a person who is subscribed to updates only. */
export const exceptUpdates: MailGroup[] = ['resources', 'feedback', 'newsletter'];

/**
 * Subscribes an admin to updates, and sends a test mailing to this admin.
 * @returns the ways to unsubscribe in the email: the links at its end, for people, and its headers, for email programs
 */
export async function unsubscribeLinks(siteUrl: string, admin: Person) {
  await admin.call('updateMe', { mailGroup: { group: 'updates', wantsMail: true } });
  const slug = `links-${randomUUID()}`;
  const text = `---\ngroup: updates\nsubject: ${slug}\npreheader: A test.\n---\n\nHello.\n`;
  const action = () => ({ actionId: randomUUID(), slug });
  await admin.call('deskStoreMailing', { ...action(), text });
  await admin.call('deskTestMailing', action());
  const { mailing } = await admin.call('deskMailing', { slug });
  await admin.call('deskDiscardMailing', { ...action(), seen: mailing.updatedAt });
  const mail = (await mailsTo(siteUrl, admin.email)).find(({ subject }) => subject === slug);
  if (!mail) throw new Error(`${admin.email} has not got the test mailing.`);
  const [group = '', all = ''] = mail.text.match(/https?:\S+\/unsubscribe#token=\S+/g) ?? [];
  const oneClick = /^<(.+)>$/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
  return { group, all, oneClick };
}
