import { lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ClientPanel } from '../components/client-panel.tsx';
import { Illustration } from '../components/illustration.tsx';
import { Page } from '../components/page.tsx';
import { titleOfAuth } from '../features/auth/auth-step.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { site } from '../lib/site.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import styles from './auth.module.css';

const AuthPanel = lazy(() => loadChunk('auth-panel', () => import('../features/auth/auth-panel.tsx')));

export default function AuthPage() {
  const [searchParams] = useSearchParams();
  // The prerendered page has no query string.
  const isHydrated = useHydrated();

  return (
    <Page
      title={titleOfAuth(isHydrated ? searchParams : new URLSearchParams())}
      description="Sign in to Lorewright, or create a free account to get your lifetime license."
      width="full"
    >
      <div className={styles.arrival}>
        <h1>Your {site.name} account</h1>
        <p className={styles.words}>For your license, your downloads and your emails.</p>
        <div className={styles.form}>
          <ClientPanel withoutScript="Signing in needs JavaScript. Please allow it for this site.">
            <AuthPanel />
          </ClientPanel>
        </div>
        <div className={styles.harbor}>
          <Illustration name="offline-first" />
        </div>
      </div>
    </Page>
  );
}
