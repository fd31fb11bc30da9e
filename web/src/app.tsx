import { type ComponentType, Suspense, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Page } from './components/page.tsx';
import { Progress } from './components/progress.tsx';
import { NavigationProgress } from './features/navigation/navigation-progress.tsx';
import { SiteFooter } from './features/navigation/site-footer.tsx';
import { SiteHeader, SkipLink } from './features/navigation/site-header.tsx';
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

/** A placeholder for a page whose code is loading. */
function PageLoading() {
  return (
    <Page title="Loading" description="This page is loading.">
      <Progress label="Loading…" />
    </Page>
  );
}

/**
 * After a navigation, moves the focus to the new page's content, as browsers do when they load a
 * page.
 */
function useNavigationFocus(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  const shownPathname = useRef(pathname);

  useEffect(() => {
    if (shownPathname.current === pathname) return;
    shownPathname.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    // When the visitor goes back or forward, the browser restores the position itself.
    if (navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}
