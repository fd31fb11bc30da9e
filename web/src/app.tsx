import { type ComponentType, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { PageLoading } from './components/page-loading.tsx';
import { NavigationProgress } from './features/navigation/navigation-progress.tsx';
import { SiteFooter } from './features/navigation/site-footer.tsx';
import { SiteHeader } from './features/navigation/site-header.tsx';
import { SkipLink } from './features/navigation/skip-link.tsx';
import { useNavigationFocus } from './features/navigation/use-navigation-focus.ts';
import { useSearch } from './features/search/use-search.tsx';

interface AppProps {
  /** The page of a location. Returns the same object while it is shown. */
  pageOf: (location: { pathname: string; key: string }) => {
    path: string;
    page: { Component: ComponentType };
  };
}

/** Everything inside the router: the parts of every page, and the page of the URL. */
export function App({ pageOf }: AppProps) {
  const location = useLocation();
  const { path, page } = pageOf(location);
  useNavigationFocus();
  const { openSearch, dialog } = useSearch();

  return (
    <ErrorBoundary resetKey={location.key}>
      <NavigationProgress />
      <SkipLink />
      <SiteHeader onSearch={openSearch} />
      <ErrorBoundary resetKey={location.key}>
        <Suspense fallback={<PageLoading />}>
          <page.Component key={path} />
        </Suspense>
      </ErrorBoundary>
      <SiteFooter />
      {dialog}
    </ErrorBoundary>
  );
}
