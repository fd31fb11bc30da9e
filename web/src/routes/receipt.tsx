import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

const ReceiptPanel = lazy(() =>
  loadChunk('receipt-panel', () => import('../features/purchases/receipt-panel.tsx')),
);

export default function ReceiptPage() {
  return (
    <Page title="Receipt" description="What you bought from Lorewright, on a sheet that you can print.">
      <PageHeader title="Receipt" place="isle" />
      <ClientPanel room="panel" withoutScript="Your receipt needs JavaScript. Please allow it for this site.">
        <ReceiptPanel />
      </ClientPanel>
    </Page>
  );
}
