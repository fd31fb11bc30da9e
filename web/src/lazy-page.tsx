import { type ComponentType, lazy, useState } from 'react';
import { loadChunk } from './lib/load-chunk.ts';
import { notifyPendingPages, whilePending } from './lib/pending-pages.ts';

export interface LazyPage {
  Component: ComponentType;
  /** Loads the code, so that the next render is not interrupted by waiting for it. */
  preload: () => Promise<void>;
  /** Whether it has been asked for and did not arrive. */
  hasFailed: () => boolean;
}

/**
 * `React.lazy` that can be loaded ahead. A page that is loaded before hydration renders at once, and so equals the
 * prerendered HTML.
 */
export function lazyPage(id: string, importPage: () => Promise<{ default: ComponentType }>): LazyPage {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let hasFailed = false;
  // Once: whoever asks again gets the same answer, also that it failed.
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
    // Kept for as long as the page is shown: another component type would mount it anew and lose its state.
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
