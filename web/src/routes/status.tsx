import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { statusFiles } from '../../../contract/rules/status-files.ts';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { loadChunk } from '../lib/load-chunk.ts';

const StatusBoard = lazy(() =>
  loadChunk('status-board', () => import('../features/status/status-board.tsx')),
);

export default function StatusPage() {
  return (
    <Page
      title="Status"
      description="The problems that our alarms and our team report about this site, now and in the last 90 days."
    >
      <PageHeader title="Status" place="offing">
        The problems that our alarms and our team report about this site.
      </PageHeader>
      <ClientPanel
        withoutScript="This part needs JavaScript. The files below have the same content."
        room="screen"
      >
        <StatusBoard file={`/${statusFiles.json}`} />
      </ClientPanel>
      <Section id="limits" heading="How to read this page">
        <p>
          “No problems reported” means that no alarm has found any, not that everything works: when few people
          use the site, some alarms have little to look at. If something fails for you,{' '}
          <Link to="/contact">please tell us</Link>.
        </p>
        <p>
          The page and its files come from a store of their own, so they work when our server does not. If
          that store or its network is down, you cannot see them either. Days begin at midnight UTC.
        </p>
        <p>
          The same content is also <a href={`/${statusFiles.json}`}>a file for programs</a>, and the incidents
          are a feed for your reader: <a href={`/${statusFiles.feed}`}>Atom</a>
        </p>
      </Section>
    </Page>
  );
}
