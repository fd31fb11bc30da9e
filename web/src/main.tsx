import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { logQuietly } from './lib/log-quietly.ts';
import { pageOfPath } from './pages.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
);

// The development server sends no prerendered page; everywhere else there is one to take over.
const isPrerendered = root.firstElementChild !== null;
if (isPrerendered) {
  // If the code does not arrive, hydration tries again and shows what failed.
  await pageOfPath(location.pathname)
    .page.preload()
    .catch((cause: unknown) => logQuietly('The page could not be loaded ahead', cause));
  hydrateRoot(root, app);
} else {
  createRoot(root).render(app);
}

const referralCode = new URLSearchParams(location.search).get('ref');
if (referralCode) {
  import('./features/referral/remember-referral.ts').then(
    ({ rememberReferral }) => rememberReferral(referralCode),
    (cause: unknown) => logQuietly('The referral could not be recorded', cause),
  );
}
