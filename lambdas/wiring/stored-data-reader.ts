import { auditStore } from '../domain/desk/audit-store.ts';
import { readStoredData } from '../domain/exports/read-stored-data.ts';
import { feedbackStore } from '../domain/feedback/feedback-store.ts';
import { mailLogStore } from '../domain/mail/mail-log-store.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../platform/config.ts';

/** `readStoredData` with the services that the functions use. */
export function storedDataReader() {
  const config = readConfig({
    AUDIT_TABLE: resourceName,
    FEEDBACK_TABLE: resourceName,
    MAIL_LOG_TABLE: resourceName,
    ORDERS_TABLE: resourceName,
    REFERRALS_TABLE: resourceName,
  });
  const client = dynamodb();
  const dependencies = {
    feedback: feedbackStore(client, config.FEEDBACK_TABLE),
    orders: orderStore(client, config.ORDERS_TABLE),
    referrals: referralStore(client, config.REFERRALS_TABLE),
    audit: auditStore(client, config.AUDIT_TABLE),
    mails: mailLogStore(client, config.MAIL_LOG_TABLE),
  };
  return (person: Parameters<typeof readStoredData>[1], cursor: string | undefined) =>
    readStoredData(dependencies, person, cursor);
}
