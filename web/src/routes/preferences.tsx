import { lazy } from 'react';
import { ButtonLink } from '../components/button-link.tsx';
import { ClientPanel } from '../components/client-panel.tsx';
import { Lead } from '../components/lead.tsx';
import { Page } from '../components/page.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { useSession } from '../lib/session.ts';

const PreferencesPanel = lazy(() =>
  loadChunk('preferences-panel', () => import('../features/preferences/preferences-panel.tsx')),
);

export default function PreferencesPage() {
  const isSignedIn = useSession() !== null;

  return (
    <Page title="Email Preferences" description="Choose which mails you want from Lorewright.">
      <h1>Email Preferences</h1>
      <Lead>Choose which mails you want from us. Mails that your account needs always come.</Lead>
      {isSignedIn ? (
        <ClientPanel withoutScript="Changing preferences needs JavaScript. Please allow it for this site.">
          <PreferencesPanel />
        </ClientPanel>
      ) : (
        <>
          <p>Log in to choose your mails.</p>
          <ButtonLink to="/auth">Log In</ButtonLink>
        </>
      )}
    </Page>
  );
}
