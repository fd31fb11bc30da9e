import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { site } from '../lib/site.ts';

const UnsubscribePanel = lazy(() =>
  loadChunk('unsubscribe-panel', () => import('../features/unsubscribe/unsubscribe-panel.tsx')),
);

export default function UnsubscribePage() {
  return (
    <Page title="Unsubscribe" description="Stop emails from Lorewright with one click, without signing in.">
      <PageHeader title="Your emails from us" place="offing" />
      <ClientPanel
        withoutScript={`This page needs JavaScript. Without it, press “Unsubscribe” in your email app, or write to ${site.contactAddress}.`}
      >
        <UnsubscribePanel />
      </ClientPanel>
    </Page>
  );
}
