import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { site } from '../lib/site.ts';

const NewsletterPanel = lazy(() =>
  loadChunk('newsletter-panel', () => import('../features/newsletter/newsletter-panel.tsx')),
);

export default function NewsletterPage() {
  return (
    <Page
      title="Newsletter"
      description="Get news of Lorewright by email, without an account: new versions, free resources and the newsletter."
    >
      <PageHeader title="News by email" place="offing">
        Choose what you want to hear about. You need no account, and each email has a link to unsubscribe.
      </PageHeader>
      <ClientPanel
        room="form"
        withoutScript={`The form needs JavaScript. You can also write to ${site.contactAddress}, or follow our feeds.`}
      >
        <NewsletterPanel />
      </ClientPanel>
      <p>
        Read our <Link to="/letters">earlier newsletters</Link>, and what we store in the{' '}
        <Link to="/privacy">privacy policy</Link>. With an account, choose your emails in your{' '}
        <Link to="/preferences">preferences</Link>.
      </p>
    </Page>
  );
}
