import { watch } from 'node:fs';
import { functionFolders, hashFunctionInputs } from '../scripts/build/hash-build-inputs.ts';
import { discardOldBundles } from '../scripts/build/reuse-bundles.ts';

/** An editor writes a file in several steps. */
const settlingMs = 50;

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
      known = hash;
      onChange();
    } catch (error) {
      // Another process is building.
      console.error((error as Error).message);
    }
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
