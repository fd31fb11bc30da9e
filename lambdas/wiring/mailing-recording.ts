import { auditStore } from '../domain/desk/audit-store.ts';
import type { DeskAction } from '../domain/desk/record-action.ts';
import { type MailingChange, recordMailing } from '../domain/desk/record-mailing.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** `recordMailing` with the services that the functions use. */
export function mailingRecording(now: () => Date) {
  const { AUDIT_TABLE, MAILINGS_TABLE } = readConfig({
    AUDIT_TABLE: resourceName,
    MAILINGS_TABLE: resourceName,
  });
  const client = dynamodb();
  const dependencies = { client, audit: auditStore(client, AUDIT_TABLE), now };
  return {
    mailings: mailingStore(client, MAILINGS_TABLE),
    record: (action: DeskAction, change: MailingChange) => recordMailing(dependencies, action, change),
  };
}
