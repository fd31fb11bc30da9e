import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

const RedeemPanel = lazy(() =>
  loadChunk('redeem-panel', () => import('../features/licensing/redeem-panel.tsx')),
);

export default function RedeemPage() {
  return (
    <Page title="Redeem a code" description="Get the license of a code that you received.">
      <PageHeader title="Redeem a code" place="isle">
        A code gives one account a lifetime license.
      </PageHeader>
      <ClientPanel
        room="form"
        withoutScript="Redeeming a code needs JavaScript. Please allow it for this site."
      >
        <RedeemPanel />
      </ClientPanel>
    </Page>
  );
}
