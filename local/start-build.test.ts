import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleLambda, discardOldBundles, isBundled } from '../scripts/build/reuse-bundles.ts';
import { bundleOnCall } from './start-build.ts';

vi.mock('../scripts/build/reuse-bundles.ts');

const bundled = new Set<string>();
beforeEach(() => {
  vi.resetAllMocks();
  bundled.clear();
  vi.mocked(isBundled).mockImplementation((name) => bundled.has(name));
  vi.mocked(bundleLambda).mockImplementation(async (name) => void bundled.add(name));
  vi.mocked(discardOldBundles).mockReturnValue(false);
});

describe('bundleOnCall', () => {
  it('bundles a function once, also for two calls at the same time', async () => {
    const bundle = bundleOnCall();
    await Promise.all([bundle('me'), bundle('me')]);
    await bundle('me');
    expect(vi.mocked(bundleLambda).mock.calls).toEqual([['me']]);
  });

  it('reuses a bundle, unless it comes from other code', async () => {
    bundled.add('me').add('old');
    vi.mocked(discardOldBundles).mockImplementation(() => bundled.delete('old'));
    const bundle = bundleOnCall();
    await Promise.all([bundle('me'), bundle('old')]);
    expect(vi.mocked(bundleLambda).mock.calls).toEqual([['old']]);
  });

  it('tries again at the next call after code could not be bundled', async () => {
    vi.mocked(bundleLambda).mockRejectedValueOnce(new Error('Expected ";"'));
    const bundle = bundleOnCall();
    await expect(bundle('me')).rejects.toThrow('Expected ";"');
    await bundle('me');
    expect(bundled).toContain('me');
  });
});
