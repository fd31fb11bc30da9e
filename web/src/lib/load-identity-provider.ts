import { loadChunk } from './load-chunk.ts';

/** The identity provider's code: 40 KB, loaded on demand. Throws `ChunkLoadError`. */
export function loadIdentityProvider(): Promise<typeof import('./identity-provider.ts')> {
  return loadChunk('identity-provider', () => import('./identity-provider.ts'));
}
