import type { DetailOf } from '../../../contract/events/detail-of.ts';
import type { LoggedMail } from '../../../contract/records/logged-mail.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import type { MailKey, MailLogStore, ReportResult } from './mail-log-store.ts';

type ReportedMail = DetailOf<'mailDelivered'>['mail'];

/** The key of a reported email in the mail log. Emails to the team have no entry and no tags. */
export function mailKeyOf({ tags }: Pick<ReportedMail, 'tags'>): MailKey | undefined {
  const [personKey] = tags?.personKey ?? [];
  const [mailId] = tags?.mailId ?? [];
  return personKey && mailId ? { personKey, mailId } : undefined;
}

/**
 * Records a report of SES in the mail log. Safe to repeat. Record metrics after it: an interrupted run then loses them, and no repeated event
 * adds to them.
 * @param change is written in the same transaction as the entry; the entry is written alone when the condition of the change fails
 * @returns `recorded` for each report of an email without an entry
 */
export async function recordReport(
  log: Pick<MailLogStore, 'report'>,
  mail: ReportedMail,
  report: Pick<LoggedMail, 'outcome' | 'reportedAt' | 'bounceType'>,
  change?: TransactionPart,
): Promise<ReportResult> {
  const key = mailKeyOf(mail);
  if (!key) return 'recorded';
  return log.report(key, { ...report, messageId: mail.messageId }, change);
}

/** Whether SES reports an email that it did not send, because of a bounce or complaint of an earlier one. */
export function isWithheld(subType: string | null | undefined): boolean {
  return subType === 'OnAccountSuppressionList';
}
