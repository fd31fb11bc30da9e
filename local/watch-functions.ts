import { watch } from 'node:fs';
import { functionFolders, hashFunctionInputs } from '../scripts/build/hash-build-inputs.ts';
import { AlreadyBuilding } from '../scripts/build/lock-build.ts';
import { discardOldBundles } from '../scripts/build/reuse-bundles.ts';

/** An editor writes a file in several steps. */
const settlingMs = 50;
const retryMs = 1_000;

/** Discards the bundles of the functions whenever their source changes, and then calls back. */
export function watchFunctions(onChange: () => void): { stop(): void } {
  const hashNow = () => hashFunctionInputs({ withSourceMaps: false });
  let known = hashNow();
  let timer: NodeJS.Timeout | undefined;
  function update(): void {
    const hash = hashNow();
    if (hash === known) return;
    try {
      discardOldBundles();
    } catch (error) {
      if (!(error instanceof AlreadyBuilding)) throw error;
      timer = setTimeout(update, retryMs);
      return;
    }
    known = hash;
    onChange();
  }
  const watchers = functionFolders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(update, settlingMs);
    }),
  );
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
