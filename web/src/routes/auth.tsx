import { lazy } from 'react';
import { ClientPanel } from '../components/client-panel.tsx';
import { Page } from '../components/page.tsx';
import { AtlasArt } from '../features/atlas/atlas-art.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { site } from '../site.ts';
import styles from './auth.module.css';

const AuthPanel = lazy(() => loadChunk('auth-panel', () => import('../features/auth/auth-panel.tsx')));

export default function AuthPage() {
  return (
    <Page
      title="Log In"
      description="Sign in to Lorewright, or create a free account to get your lifetime license."
      width="full"
    >
      <div className={styles.arrival}>
        <h1>Your {site.name} account</h1>
        <p className={styles.words}>For your license, your downloads and your mails.</p>
        <div className={styles.form}>
          <ClientPanel withoutScript="Signing in needs JavaScript. Please allow it for this site.">
            <AuthPanel />
          </ClientPanel>
        </div>
        <div className={styles.harbor}>
          <AtlasArt name="offline-first" />
        </div>
      </div>
    </Page>
  );
}
