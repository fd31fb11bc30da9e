import { paymentSubject } from '../orders/payment-subject.ts';
import { verifyWebhook } from '../orders/verify-webhook.ts';
import { eventBridge } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { answer, readBody } from '../platform/serve.ts';
import { readSecret } from '../platform/stripe.ts';

const { EVENT_BUS, STRIPE_WEBHOOK_SECRET_ARN } = readConfig({
  EVENT_BUS: resourceName,
  STRIPE_WEBHOOK_SECRET_ARN: resourceName,
});
const bus = eventBridge();

/** Answers only when the bus has the event: until then Stripe keeps it and sends it again. */
export const handler = answer(async (request) => {
  const secret = await readSecret(STRIPE_WEBHOOK_SECRET_ARN, 'webhook secret');
  const event = verifyWebhook(readBody(request), request.headers['stripe-signature'], secret);
  const subject = paymentSubject(event);
  if (subject) await publishEvent(bus, EVENT_BUS, 'paymentChanged', { subject, stripeEventId: event.id });
  return { received: true };
});
