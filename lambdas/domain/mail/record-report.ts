import type { DetailOf } from '../../../contract/events/detail-of.ts';
import type { LoggedMail } from '../../../contract/records/logged-mail.ts';
import type { MailKey, MailLogStore } from './mail-log-store.ts';

/**
 * Records a report of SES in the mail log. Emails to the team have no entry and no tags. Safe to repeat.
 * @returns the key of the entry that changed
 */
export async function recordReport(
  log: Pick<MailLogStore, 'report'>,
  { messageId, tags }: DetailOf<'mailDelivered'>['mail'],
  report: Pick<LoggedMail, 'outcome' | 'reportedAt' | 'bounceType'>,
): Promise<MailKey | undefined> {
  const [personKey] = tags?.personKey ?? [];
  const [mailId] = tags?.mailId ?? [];
  if (!personKey || !mailId) return undefined;
  const key = { personKey, mailId };
  return (await log.report(key, { ...report, messageId })) ? key : undefined;
}
