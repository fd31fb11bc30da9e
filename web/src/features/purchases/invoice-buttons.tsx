import type { ReactNode } from 'react';
import type { Order } from '../../../../contract/records/order.ts';
import { wasPaid } from '../../../../contract/records/order-states.ts';
import { Button } from '../../components/button.tsx';
import type { Elements } from '../../components/elements.ts';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';

interface InvoiceButtonsProps {
  order: Order;
  /** Follows the text of each button. */
  children?: Elements;
}

/** Download the invoice of an order that was paid, and the credit notes for it, as PDF files. */
export function InvoiceButtons({ order, children }: InvoiceButtonsProps) {
  const { orderId, invoiceId, status, creditNotes = [] } = order;
  if (!invoiceId || !wasPaid(status)) return null;
  const count = creditNotes.length;
  return (
    <>
      <DocumentButton orderId={orderId}>Invoice (PDF){children}</DocumentButton>
      {creditNotes.map(({ creditNoteId }, index) => (
        <DocumentButton key={creditNoteId} orderId={orderId} creditNoteId={creditNoteId}>
          <span>{count === 1 ? 'Credit note (PDF)' : `Credit note ${index + 1} of ${count} (PDF)`}</span>
          {children}
        </DocumentButton>
      ))}
    </>
  );
}

interface DocumentButtonProps {
  orderId: string;
  /** Missing for the invoice. */
  creditNoteId?: string;
  children: ReactNode;
}

/** The link of the payment provider expires, so each click gets a new one. */
function DocumentButton({ children, ...wanted }: DocumentButtonProps) {
  const { run, isBusy, failure } = useAction();

  async function download() {
    const { url } = await callApi('invoice', wanted);
    leaveSite(url);
  }

  return (
    <>
      <Button look="quiet" isBusy={isBusy} onClick={() => run(download)}>
        {children}
      </Button>
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  );
}
