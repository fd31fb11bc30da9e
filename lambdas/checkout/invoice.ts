import * as orderOperations from '../../contract/operations/order-operations.ts';
import { wasPaid } from '../../contract/records/order-states.ts';
import { buyerOf } from '../domain/orders/order-holder.ts';
import { AppError } from '../platform/app-error.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const invoice = ({ limits, openStripe, orders }: Dependencies) =>
  serve(orderOperations.invoice, async ({ caller, data: { orderId, creditNoteId }, now }) => {
    const order = await orders.find(orderId);
    // The invoice of a payment that failed or is pending asks for money.
    if (!order || buyerOf(order) !== caller.userId || !order.invoiceId || !wasPaid(order.status))
      throw new AppError('not-found', 'This order has no invoice.');
    if (creditNoteId && !order.creditNotes?.some((note) => note.creditNoteId === creditNoteId))
      throw new AppError('not-found', 'This order has no such credit note.');
    await limits.take('invoice', caller.userId, now);
    // Stripe's links expire, so each request gets a new one.
    const stripe = await openStripe();
    const url = creditNoteId
      ? (await stripe.creditNotes.retrieve(creditNoteId)).pdf
      : (await stripe.invoices.retrieve(order.invoiceId)).invoice_pdf;
    if (!url)
      throw new AppError('unavailable', 'The invoice is not ready yet. Please try again in a minute.');
    return { url };
  });
