import { useEffect } from 'react';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';

/** Replaces a page whose code fails or cannot be loaded. */
export function ErrorPage({ error }: { error: Error }) {
  const isChunkMissing = error instanceof ChunkLoadError;
  // Takes the focus, like a page after a navigation.
  useEffect(() => document.getElementById('main')?.focus(), []);

  return (
    <Page title="Something went wrong" description="This page could not be shown.">
      <h1>{isChunkMissing ? 'This page could not be loaded' : 'Something went wrong'}</h1>
      <p role="alert">{isChunkMissing ? error.message : 'An error occurred on this page.'}</p>
      <p>
        {isChunkMissing
          ? 'Your connection may have dropped, or we have just published a new version. Reloading usually helps.'
          : 'Reloading may help. If it does not, please tell us in the community chat what you were doing.'}
      </p>
      <p>
        <Button onClick={() => window.location.reload()}>Reload</Button> <a href="/status">Status</a>
      </p>
    </Page>
  );
}
