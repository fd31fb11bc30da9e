import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { stripeWebhook } from './stripe-webhook.ts';

export const handler = serveAll('stripeWebhook', { stripeWebhook }, compose);
