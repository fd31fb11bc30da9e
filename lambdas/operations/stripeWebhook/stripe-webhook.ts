import * as events from '../../../contract/events/events.ts';
import { paymentSubject } from '../../domain/orders/payment-subject.ts';
import { verifyWebhook } from '../../domain/orders/verify-webhook.ts';
import { eventBridge } from '../../platform/aws/event-bridge.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { count } from '../../platform/count.ts';
import { publishEvent } from '../../platform/publish-event.ts';
import { answer, readBody } from '../../platform/serve.ts';
import { webhookSecrets } from '../../platform/stripe.ts';
import { isFromStripe } from '../../platform/stripe-addresses.ts';

const { EVENT_BUS } = readConfig({ EVENT_BUS: resourceName });
const bus = eventBridge();
const secrets = webhookSecrets();

/** Answers only after the bus has accepted the event: until then Stripe retries. */
export const stripeWebhook = answer(async (request) => {
  let isVerified = false;
  try {
    const event = await verifyWebhook(readBody(request), request.headers['stripe-signature'], secrets);
    isVerified = true;
    const subject = paymentSubject(event);
    if (subject)
      await publishEvent(bus, EVENT_BUS, events.paymentChanged, { subject, stripeEventId: event.id });
    return { received: true };
  } catch (error) {
    // Only lost events of Stripe count, including those whose signature does not match our secret.
    if (isVerified || isFromStripe(request)) count('WebhookFailures');
    throw error;
  }
});
