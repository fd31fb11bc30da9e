import { resourceFiles } from '../../../contract/rules/resource-files.ts';
import { DownloadButton } from '../components/download-button.tsx';
import { ExpiredLink } from '../components/expired-link.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { SignInPrompt } from '../components/sign-in-prompt.tsx';
import { StructureList } from '../features/resources/structure-list.tsx';
import { useSession } from '../lib/session.ts';
import { useLayoutInTurn } from '../lib/use-layout-in-turn.ts';
import { type SignedLink, useSignedLink } from '../lib/use-signed-link.ts';
import styles from './resources.module.css';

export default function ResourcesPage() {
  const isSignedIn = useSession() !== null;
  const download = useSignedLink('downloadResource');
  useLayoutInTurn();

  return (
    <Page
      title="Resources"
      description="Thirty story structures, free to read, and a tutorial project."
      width="wide"
    >
      <PageHeader title="Charts for your story" place="mountains">
        Thirty story structures with their beats, each with a question to ask of your own draft. Read them all
        here.
      </PageHeader>
      <ExpiredLink />
      {isSignedIn ? (
        <Bundles download={download} />
      ) : (
        <SignInPrompt>Sign-in to download free resources</SignInPrompt>
      )}
      <Section id="structures" heading="Story structures">
        <StructureList {...(isSignedIn && { download })} />
      </Section>
    </Page>
  );
}

function Bundles({ download }: { download: SignedLink<'downloadResource'> }) {
  const { tutorialProject, allStructures } = resourceFiles;

  return (
    <div className={styles.bundles}>
      <DownloadButton {...download.buttonOf(tutorialProject, { file: tutorialProject })}>
        Download the tutorial project
      </DownloadButton>
      <DownloadButton look="quiet" {...download.buttonOf(allStructures, { file: allStructures })}>
        Download all structures (ZIP)
      </DownloadButton>
      <p>
        The tutorial project is a small world, ready to open. The structures open in the toolkit as outlines.
      </p>
    </div>
  );
}
