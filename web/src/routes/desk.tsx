import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

const DeskPanel = lazy(() => loadChunk('desk-panel', () => import('../features/desk/desk-panel.tsx')));

export default function DeskPage() {
  return (
    <Page title="Desk" description="Where the team of Lorewright works." width="wide">
      <PageHeader title="Desk" place="isle" />
      <ClientPanel room="panel" withoutScript="The desk needs JavaScript. Please allow it for this site.">
        <DeskPanel />
      </ClientPanel>
    </Page>
  );
}
