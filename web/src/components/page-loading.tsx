import { Page } from './page.tsx';
import { Progress } from './progress.tsx';

/** A placeholder for a page whose code is loading. */
export function PageLoading() {
  return (
    <Page title="Loading" description="This page is loading.">
      <Progress label="Loading…" />
    </Page>
  );
}
