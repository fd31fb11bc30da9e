import { loadChunk } from './load-chunk.ts';
import { refusesStorage } from './stored-text.ts';

/** The identity provider's code: 40 KB, loaded on demand. Throws `ChunkLoadError`. */
export function loadIdentityProvider(): Promise<typeof import('./identity-provider.ts')> {
  // Amplify keeps its entries in memory only if there is no storage when its code starts.
  for (const storage of ['local', 'session'] as const)
    if (refusesStorage(storage))
      Object.defineProperty(globalThis, `${storage}Storage`, { value: undefined, configurable: true });
  return loadChunk('identity-provider', () => import('./identity-provider.ts'));
}
