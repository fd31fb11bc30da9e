import * as events from '../../contract/events/events.ts';
import { paymentSubject } from '../domain/orders/payment-subject.ts';
import { verifyWebhook } from '../domain/orders/verify-webhook.ts';
import { publishEvent } from '../platform/publish-event.ts';
import { recordMetric } from '../platform/record-metric.ts';
import { answer, readBody } from '../platform/serve.ts';
import { isFromStripe } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

/** Answers only after the bus has accepted the event: until then Stripe retries. */
export const stripeWebhook = ({ bus, secrets }: Dependencies) =>
  answer(async (request) => {
    let isVerified = false;
    try {
      const event = await verifyWebhook(readBody(request), request.headers['stripe-signature'], secrets);
      isVerified = true;
      const subject = paymentSubject(event);
      if (subject) await publishEvent(bus, events.paymentChanged, { subject, stripeEventId: event.id });
      return { received: true };
    } catch (error) {
      // Only lost events of Stripe count, including those whose signature does not match our secret.
      if (isVerified || isFromStripe(request)) recordMetric('WebhookFailures');
      throw error;
    }
  });
