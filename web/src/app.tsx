import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { PageLoading } from './components/page-loading.tsx';
import { SiteFooter } from './features/navigation/site-footer.tsx';
import { SiteHeader } from './features/navigation/site-header.tsx';
import { SkipLink } from './features/navigation/skip-link.tsx';
import { useNavigationFocus } from './features/navigation/use-navigation-focus.ts';
import { notFoundPage, pages } from './pages.ts';

/** Everything inside the router: what stands on every page, and the page of the URL. */
export function App() {
  const location = useLocation();
  useNavigationFocus();

  return (
    <ErrorBoundary resetKey={location.key}>
      <SkipLink />
      <SiteHeader />
      <ErrorBoundary resetKey={location.key}>
        <Suspense fallback={<PageLoading />}>
          <Routes>
            {pages.map(({ path, page }) => (
              <Route key={path} path={path} caseSensitive element={<page.Component />} />
            ))}
            <Route path="*" element={<notFoundPage.page.Component />} />
          </Routes>
        </Suspense>
      </ErrorBoundary>
      <SiteFooter />
    </ErrorBoundary>
  );
}
