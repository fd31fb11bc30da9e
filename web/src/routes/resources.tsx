import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { Section } from '../components/section.tsx';
import { SignInPrompt } from '../components/sign-in-prompt.tsx';
import { PageHeader } from '../features/atlas/page-header.tsx';
import { StructureList } from '../features/resources/structure-list.tsx';
import { useSession } from '../lib/session.ts';

export default function ResourcesPage() {
  return (
    <Page
      title="Resources"
      description="Thirty story structures with their beats and a question for each, free to read, and a tutorial project."
      width="wide"
    >
      <PageHeader title="Charts for your story" place="mountains">
        Thirty story structures with their beats, each with a question to ask of your own draft. Read them all
        here.
      </PageHeader>
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
  return <SignInPrompt>Sign-in to download free resources</SignInPrompt>;
}
