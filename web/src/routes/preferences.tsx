import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { SignInPrompt } from '../components/sign-in-prompt.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { useSession } from '../lib/session.ts';

const PreferencesPanel = lazy(() =>
  loadChunk('preferences-panel', () => import('../features/preferences/preferences-panel.tsx')),
);

export default function PreferencesPage() {
  const isSignedIn = useSession() !== null;

  return (
    <Page title="Email Preferences" description="Choose which emails you want from Lorewright.">
      <PageHeader title="Email Preferences" place="isle">
        Choose which emails you want from us. You always receive emails that your account needs.
      </PageHeader>
      {isSignedIn ? (
        <ClientPanel withoutScript="Changing preferences needs JavaScript. Please allow it for this site.">
          <PreferencesPanel />
        </ClientPanel>
      ) : (
        <SignInPrompt>Log in to choose your emails.</SignInPrompt>
      )}
    </Page>
  );
}
