import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import { leaveSite } from '../../lib/leave-site.ts';
import { messageOf } from '../../lib/message-of.ts';

interface InvoiceButtonProps {
  orderId: string;
  children: ReactNode;
}

/** Downloads the invoice of an order as a PDF. The link of the payment provider expires, so each click gets a new one. */
export function InvoiceButton({ orderId, children }: InvoiceButtonProps) {
  const { run, isBusy, failure } = useAction(messageOf);

  async function download() {
    const { url } = await callApi('invoice', { orderId });
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
