import * as events from '../../contract/events/events.ts';
import { recordReport } from '../domain/mail/record-report.ts';
import { consume } from '../platform/consume.ts';
import type { Dependencies } from './compose.ts';

export const recordDelivery = ({ mails }: Dependencies) =>
  consume(events.mailDelivered, async ({ mail, delivery: { timestamp } }) => {
    await recordReport(mails, mail, { outcome: 'delivered', reportedAt: timestamp });
  });
