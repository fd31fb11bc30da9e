import { ButtonLink } from '../components/button-link.tsx';
import { Lead } from '../components/lead.tsx';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { Section } from '../components/section.tsx';
import { StructureList } from '../features/resources/structure-list.tsx';
import { useSession } from '../lib/session.ts';
import styles from './resources.module.css';

export default function ResourcesPage() {
  return (
    <Page
      title="Resources"
      description="Thirty story structures with their beats and a question for each, free to read, and a tutorial project."
      width="wide"
    >
      <h1>Charts for your story</h1>
      <Lead>
        Thirty story structures with their beats, each with a question to ask of your own draft. Read them all
        here.
      </Lead>
      <DownloadState />
      <Section id="structures" heading="Story structures">
        <StructureList />
      </Section>
    </Page>
  );
}

function DownloadState() {
  const isSignedIn = useSession() !== null;

  if (isSignedIn) {
    return (
      <Notice tone="info">
        The structures and a tutorial project cannot be downloaded yet. Until they can, everything about the
        structures is on this page.
      </Notice>
    );
  }
  return (
    <div className={styles.prompt}>
      <p>Sign-in to download free resources</p>
      <ButtonLink to="/auth" look="quiet">
        Log In
      </ButtonLink>
    </div>
  );
}
