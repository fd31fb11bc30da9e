import * as orderOperations from '../../contract/operations/order-operations.ts';
import { AppError } from '../platform/app-error.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const invoice = ({ limits, openStripe, orders }: Dependencies) =>
  serve(orderOperations.invoice, async ({ caller, data: { orderId }, now }) => {
    const order = await orders.find(orderId);
    if (order?.userId !== caller.userId || !order.invoiceId)
      throw new AppError('not-found', 'This order has no invoice.');
    await limits.take('invoice', caller.userId, now);
    // Stripe's links expire, so each request gets a new one.
    const { invoice_pdf: url } = await (await openStripe()).invoices.retrieve(order.invoiceId);
    if (!url)
      throw new AppError('unavailable', 'The invoice is not ready yet. Please try again in a minute.');
    return { url };
  });
