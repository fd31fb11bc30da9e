import { lazy, useState } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { NewTabLink } from '../components/new-tab-link.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { useSession } from '../lib/session.ts';
import { site } from '../lib/site.ts';

const FeedbackPanel = lazy(() =>
  loadChunk('feedback-panel', () => import('../features/feedback/feedback-panel.tsx')),
);

export default function FeedbackPage() {
  const session = useSession();
  // Keep the form when the session ends; start a new one for another person.
  const [writer, setWriter] = useState(session?.email);
  if (session && session.email !== writer) setWriter(session.email);

  return (
    <Page
      title="Feedback"
      description="Tell us where Lorewright gets in the way of your story, and what would help it along."
    >
      <PageHeader title="Feedback" place="coast">
        Where does the toolkit get in the way of your story? What would help it along?
      </PageHeader>
      <ClientPanel
        room="form"
        withoutScript="Sending feedback needs JavaScript. Please allow it for this site."
      >
        <FeedbackPanel key={writer} />
      </ClientPanel>
      <p>
        We read all of it, and answer by email where there is something to ask. To talk it over with others,
        come to the <NewTabLink href={site.forumLink}>discussion forum</NewTabLink>.
      </p>
    </Page>
  );
}
