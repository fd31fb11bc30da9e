import { lazy } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from '../components/button-link.tsx';
import { ClientPanel } from '../components/client-panel.tsx';
import { ForwardedNotice } from '../components/notice.tsx';
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
          <ForwardedNotice tone="error" />
          <PreferencesPanel />
          <WantedPage />
        </ClientPanel>
      ) : (
        <>
          <SignInPrompt>Log in to choose your emails.</SignInPrompt>
          <p>
            You have no account? <Link to="/newsletter">Get news by email</Link> without one.
          </p>
        </>
      )}
    </Page>
  );
}

/** Continues to the page that the registration was for, if the emails chosen there could not be turned on. */
function WantedPage() {
  const { wantedPage } = (useLocation().state ?? {}) as { wantedPage?: unknown };
  return (
    typeof wantedPage === 'string' && (
      <p>
        <ButtonLink to={wantedPage}>Continue</ButtonLink>
      </p>
    )
  );
}
