import { paymentSubject } from '../orders/payment-subject.ts';
import { verifyWebhook } from '../orders/verify-webhook.ts';
import { eventBridge } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { count } from '../platform/count.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { answer, readBody } from '../platform/serve.ts';
import { webhookSecrets } from '../platform/stripe.ts';

const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
const bus = eventBridge();
const secrets = webhookSecrets();

/** Answers only when the bus has the event: until then Stripe keeps it and sends it again. */
export const handler = answer(async (request) => {
  const signature = request.headers['stripe-signature'];
  try {
    const event = await verifyWebhook(readBody(request), signature, secrets);
    const subject = paymentSubject(event);
    if (subject) await publishEvent(bus, EVENT_BUS, 'paymentChanged', { subject, stripeEventId: event.id });
    return { received: true };
  } catch (error) {
    // Whoever sends none is not Stripe, and nobody misses their event.
    if (signature) count('WebhookFailures');
    throw error;
  }
});
