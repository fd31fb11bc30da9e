import { bundleLambda, discardOldBundles, isBundled } from '../scripts/build/reuse-bundles.ts';

/**
 * Bundles a function before its first instance starts, unless it has a bundle. It does not notice code that
 * changes afterwards; `npm run dev` does.
 * @throws AlreadyBuilding
 */
export function bundleOnCall(): (name: string) => Promise<void> {
  discardOldBundles();
  const bundling = new Map<string, Promise<void>>();
  return async (name) => {
    const current = bundling.get(name);
    if (current) return current;
    if (isBundled(name)) return;
    const next = bundleLambda(name).finally(() => bundling.delete(name));
    bundling.set(name, next);
    return next;
  };
}
