import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

const AcceptLicensePanel = lazy(() =>
  loadChunk('accept-license-panel', () => import('../features/licensing/accept-license-panel.tsx')),
);

export default function AcceptLicensePage() {
  return (
    <Page title="Accept a license" description="Take over a license that its holder offered to you.">
      <PageHeader title="Accept a license" place="isle">
        The holder of a lifetime license can pass it on. It then belongs to your account.
      </PageHeader>
      <ClientPanel
        room="form"
        withoutScript="Accepting a license needs JavaScript. Please allow it for this site."
      >
        <AcceptLicensePanel />
      </ClientPanel>
    </Page>
  );
}
