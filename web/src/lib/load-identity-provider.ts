import { loadChunk } from './load-chunk.ts';

/**
 * The identity provider's code: forty kilobytes, loaded when there is something to ask it. Throws `ChunkLoadError`.
 */
export function loadIdentityProvider(): Promise<typeof import('./identity-provider.ts')> {
  return loadChunk('identity-provider', () => import('./identity-provider.ts'));
}
