import { Page } from './page.tsx';
import { Progress } from './progress.tsx';

/** Stands in for a page whose code is on its way. */
export function PageLoading() {
  return (
    <Page title="Loading" description="This page is loading.">
      <Progress label="Loading…" />
    </Page>
  );
}
