import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import Stripe from 'stripe';

/** The minimal webhook that `measurePayments` compares ours with. */
export async function handler({
  headers,
  body,
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  Stripe.webhooks.constructEvent(
    body ?? '',
    headers['stripe-signature'] ?? '',
    process.env.WEBHOOK_SECRET ?? '',
  );
  return { statusCode: 200, body: JSON.stringify({ received: true }) };
}
