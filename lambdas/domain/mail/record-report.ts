import type { DetailOf } from '../../../contract/events/detail-of.ts';
import type { LoggedMail } from '../../../contract/records/logged-mail.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { MailKey, MailLogStore } from './mail-log-store.ts';

type ReportedMail = DetailOf<'mailDelivered'>['mail'];

/** The key of a reported email in the mail log. Emails to the team have no entry and no tags. */
export function mailKeyOf({ tags }: Pick<ReportedMail, 'tags'>): MailKey | undefined {
  const [personKey] = tags?.personKey ?? [];
  const [mailId] = tags?.mailId ?? [];
  return personKey && mailId ? { personKey, mailId } : undefined;
}

/**
 * Records a report of SES in the mail log. Safe to repeat.
 * @param count is written only together with the entry
 * @returns whether the entry changed; false for a repeated report
 */
export async function recordReport(
  log: Pick<MailLogStore, 'report'>,
  mail: ReportedMail,
  report: Pick<LoggedMail, 'outcome' | 'reportedAt' | 'bounceType'>,
  count?: TransactionPart,
): Promise<boolean> {
  const key = mailKeyOf(mail);
  return key !== undefined && log.report(key, { ...report, messageId: mail.messageId }, count);
}
