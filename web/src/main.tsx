import './styles/fonts/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { logQuietly } from './lib/log-quietly.ts';
import { hasReferralWork } from './lib/referral-entries.ts';
import { pageOfLocation } from './pages.ts';

/** The key of the history entry, from the router. */
const firstKey: string = history.state?.key ?? 'default';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <BrowserRouter>
      <App pageOf={pageOfLocation} />
    </BrowserRouter>
  </StrictMode>
);

/**
 * Hydrates the prerendered page; the development server sends none. This is not at the top level of
 * the module, because its chunk also contains shared imports of every page, so module and page would
 * wait for each other.
 */
async function start(root: HTMLElement): Promise<void> {
  if (import.meta.env.DEV) {
    const { applySavedTheme } = await import('./boot/apply-saved-theme.ts');
    applySavedTheme();
    document.documentElement.dataset.fonts = 'web';
    createRoot(root).render(app);
    return;
  }
  // If the code does not arrive, the page itself shows the error.
  await pageOfLocation({ pathname: location.pathname, key: firstKey })
    .page.preload()
    .catch((cause: unknown) => logQuietly('The page could not be preloaded', cause));
  // In small tasks, between which a phone responds to touch.
  startTransition(() => {
    hydrateRoot(root, app);
  });
}

start(root);

const referralCode = new URLSearchParams(location.search).get('ref');
if (referralCode || hasReferralWork()) {
  import('./features/referrals/remember-referral.ts')
    .then(({ rememberReferral }) => rememberReferral(referralCode))
    .catch((cause: unknown) => logQuietly('The referral could not be recorded', cause));
}
