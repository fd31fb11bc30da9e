import './styles/fonts/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { hydratedEvent } from './boot/keep-clicks.ts';
import { logQuietly } from './lib/log-quietly.ts';
import { pageOfPath } from './pages.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
    <Announcement />
  </StrictMode>
);

/** Tells the boot script that React listens. A part that is still to be hydrated, React hydrates at the click that comes for it. */
function Announcement() {
  useEffect(() => {
    // While it runs effects, React would not hydrate for a click.
    setTimeout(() => document.dispatchEvent(new Event(hydratedEvent)));
  }, []);
  return null;
}

/**
 * Takes the prerendered page over; the development server sends none. Not at the top level of this module: its file also holds what every
 * page imports, and would wait for the page that waits for it.
 */
async function start(root: HTMLElement): Promise<void> {
  if (root.firstElementChild) {
    // If the code does not arrive, hydration tries again and shows what failed.
    await pageOfPath(location.pathname)
      .page.preload()
      .catch((cause: unknown) => logQuietly('The page could not be loaded ahead', cause));
    hydrateRoot(root, app);
    return;
  }
  const { applySavedTheme } = await import('./boot/apply-saved-theme.ts');
  applySavedTheme();
  document.documentElement.dataset.fonts = 'web';
  createRoot(root).render(app);
}

start(root);

const referralCode = new URLSearchParams(location.search).get('ref');
if (referralCode) {
  import('./features/referral/remember-referral.ts').then(
    ({ rememberReferral }) => rememberReferral(referralCode),
    (cause: unknown) => logQuietly('The referral could not be recorded', cause),
  );
}
