import type { DetailOf } from '../../../contract/events/events.ts';
import type { LoggedMail } from '../../../contract/records/logged-mail.ts';
import type { MailLogStore } from './mail-log-store.ts';

/** Records a report of SES in the mail log. Emails to the team have no entry and no tags. Safe to repeat. */
export async function recordReport(
  log: Pick<MailLogStore, 'report'>,
  { messageId, tags }: DetailOf<'mailDelivered'>['mail'],
  report: Pick<LoggedMail, 'outcome' | 'reportedAt' | 'bounceType'>,
): Promise<void> {
  const [personKey] = tags?.personKey ?? [];
  const [mailId] = tags?.mailId ?? [];
  if (personKey && mailId) await log.report({ personKey, mailId }, { ...report, messageId });
}
