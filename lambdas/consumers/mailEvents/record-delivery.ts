import * as events from '../../../contract/events/events.ts';
import { mailLogStore } from '../../domain/mail/mail-log-store.ts';
import { recordReport } from '../../domain/mail/record-report.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { consume } from '../../platform/consume.ts';

const { MAIL_LOG_TABLE } = readConfig({ MAIL_LOG_TABLE: resourceName });
const log = mailLogStore(dynamodb(), MAIL_LOG_TABLE);

export const recordDelivery = consume(events.mailDelivered, async ({ mail, delivery: { timestamp } }) => {
  await recordReport(log, mail, { outcome: 'delivered', reportedAt: timestamp });
});
