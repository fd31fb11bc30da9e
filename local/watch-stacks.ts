import { watch } from 'node:fs';
import { hashInputs, type Input } from '../scripts/build/keep-template.ts';

/** An editor writes a file in several steps. */
const settlingMs = 50;

/** The files from which resources and routes come, besides settings.ts. */
const stackInputs: Input[] = [
  ['lib', (file) => /\.[jt]s$/.test(file) && !file.endsWith('.test.ts')],
  ['contract/operations', (file) => /(routes|services)\.ts$/.test(file)],
];

/** Calls back when the code describes other stacks or routes than those that are running. */
export function watchStacks(onChange: () => void, inputs = stackInputs): { stop(): void } {
  let known = hashInputs({}, inputs);
  let timer: NodeJS.Timeout | undefined;
  function update(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const hash = hashInputs({}, inputs);
      if (hash !== known) onChange();
      known = hash;
    }, settlingMs);
  }
  const watchers = [
    ...inputs.map(([folder, isInput]) =>
      watch(folder, { recursive: true }, (_, file) => {
        if (file && isInput(file)) update();
      }),
    ),
    // An editor may replace the file, which ends the watching of the file itself.
    watch('.', (_, file) => {
      if (file === 'settings.ts') update();
    }),
  ];
  return {
    stop() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
