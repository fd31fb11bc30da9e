import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { site } from '../site.ts';

const AuthPanel = lazy(() => loadChunk('auth-panel', () => import('../features/auth/auth-panel.tsx')));

export default function AuthPage() {
  return (
    <Page
      title="Log In"
      description="Sign in to Lorewright, or create a free account to get your lifetime license."
    >
      <h1>Your {site.name} account</h1>
      <ClientPanel withoutScript="Signing in needs JavaScript. Please allow it for this site.">
        <AuthPanel />
      </ClientPanel>
    </Page>
  );
}
