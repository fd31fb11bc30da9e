import * as orderOperations from '../../../contract/operations/order-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { stripeAccount } from '../../platform/stripe.ts';

const { LIMITS_TABLE, ORDERS_TABLE } = readConfig({ LIMITS_TABLE: resourceName, ORDERS_TABLE: resourceName });
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const orders = orderStore(client, ORDERS_TABLE);
const stripe = stripeAccount();

export const invoice = serve(orderOperations.invoice, async ({ caller, data: { orderId } }) => {
  const order = await orders.find(orderId);
  if (order?.userId !== caller.userId || !order.invoiceId)
    throw new AppError('not-found', 'This order has no invoice.');
  await limits.take('invoice', caller.userId, new Date());
  // Stripe's links expire, so each request gets a new one.
  const { invoice_pdf: url } = await (await stripe()).invoices.retrieve(order.invoiceId);
  if (!url) throw new AppError('unavailable', 'The invoice is not ready yet. Please try again in a minute.');
  return { url };
});
