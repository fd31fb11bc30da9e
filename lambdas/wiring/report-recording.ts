import type { DetailOf } from '../../contract/events/detail-of.ts';
import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { recordReport } from '../domain/mail/record-report.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { mailingOf } from '../domain/mailings/recipient-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** Returns the dependencies for recording the reports of SES about mailings. */
export function reportRecording() {
  const { MAIL_LOG_TABLE, MAILINGS_TABLE } = readConfig({
    MAIL_LOG_TABLE: resourceName,
    MAILINGS_TABLE: resourceName,
  });
  const client = dynamodb();
  const log = mailLogStore(client, MAIL_LOG_TABLE);
  return {
    mailings: mailingStore(client, MAILINGS_TABLE),

    /**
     * Records a report in the mail log. Safe to repeat.
     * @returns the mailing that the email belongs to, the first time
     */
    async record(
      mail: DetailOf<'mailDelivered'>['mail'],
      report: Parameters<typeof recordReport>[2],
    ): Promise<string | undefined> {
      const changed = await recordReport(log, mail, report);
      return changed && mailingOf(changed);
    },
  };
}
