import { type ComponentType, lazy, useState } from 'react';
import { loadChunk } from './lib/load-chunk.ts';
import { notifyPendingPages, whilePending } from './lib/pending-pages.ts';

export interface LazyPage {
  Component: ComponentType;
  /** Loads the code, so that the next render does not wait for it. */
  preload: () => Promise<void>;
  /** Whether loading has failed. */
  hasFailed: () => boolean;
}

/**
 * `React.lazy` with preloading. A page that is loaded before hydration renders at once, and so
 * equals the prerendered HTML.
 */
export function lazyPage(id: string, importPage: () => Promise<{ default: ComponentType }>): LazyPage {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let hasFailed = false;
  // Loaded once. Later callers get the same result, even a failure.
  const load = () => {
    loading ??= whilePending(loadChunk(id, importPage)).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
    return loading;
  };
  const Lazy = lazy(load);
  let preloaded: ComponentType | undefined;

  function Component() {
    // Kept while the page is shown: another component type would mount again and lose its state.
    const [Page] = useState<ComponentType>(() => {
      if (!preloaded) notifyPendingPages();
      return preloaded ?? Lazy;
    });
    return <Page />;
  }

  return {
    Component,
    preload: async () => {
      preloaded = (await load()).default;
    },
    hasFailed: () => hasFailed,
  };
}
