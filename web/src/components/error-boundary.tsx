import { Component, type ReactNode, useEffect } from 'react';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { Button } from './button.tsx';
import { Page } from './page.tsx';

interface ErrorBoundaryProps {
  /** The children render again when it changes, because the visitor has opened another page. */
  resetKey: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  error: Error | null;
}

/** Shows an error page in place of children that fail to render or to load. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render() {
    return this.state.error ? <ErrorPage error={this.state.error} /> : this.props.children;
  }
}

/** Replaces a page whose code fails or cannot be loaded. */
function ErrorPage({ error }: { error: Error }) {
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
