import * as events from '../../contract/events/events.ts';
import { type Permission, publish, recordMetrics, verifyWebhook } from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  verifyWebhook,
  publish(events.paymentChanged),
  recordMetrics('WebhookFailures'),
];
