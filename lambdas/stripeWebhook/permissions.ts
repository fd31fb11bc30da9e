import * as events from '../../contract/events/events.ts';
import { count, type Permission, publish, verifyWebhook } from '../../lib/permissions.ts';

export const permissions: Permission[] = [
  verifyWebhook,
  publish(events.paymentChanged),
  count('WebhookFailures'),
];
