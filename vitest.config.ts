import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { contentModules } from './scripts/build/content-modules.ts';
import { virtualModules } from './scripts/build/virtual-modules.ts';
import { functionEnvironment } from './test/function-environment.ts';

const unitTests = globSync([
  '{contract,demo,examples,lab,lambdas,lib,local,publishing,scripts,web}/**/*.test.{ts,tsx}',
  'test/*.test.{ts,tsx}',
  'test/{payments,run}/**/*.test.ts',
]);

/** A test of components; see test/reset-document.ts. */
const needsDocument = /@vitest-environment jsdom/;
/** Finds tests whose changes must not reach the next file of their worker; see test/reset-worker.ts. */
const needsReset =
  /\bvi\.(mock|doMock|hoisted|stub\w+|resetModules|useFakeTimers|spyOn)\(|mockClient\(|process\.env/;

const readsLike = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, 'utf8'));

/**
 * Three projects, in each of which files share workers: those that need a document and a reset before,
 * those that need a reset, and the others.
 */
function divide(name: string, files: string[], options: { testTimeout: number; setupFiles?: string[] }) {
  const withDocument = files.filter(readsLike(needsDocument));
  const withoutDocument = files.filter((file) => !withDocument.includes(file));
  const reset = withoutDocument.filter(readsLike(needsReset));
  const project = (suffix: string, include: string[], ...resets: string[]) => ({
    extends: true as const,
    test: {
      ...options,
      name: `${name}${suffix}`,
      include,
      isolate: false,
      setupFiles: [...resets, ...(options.setupFiles ?? [])],
    },
  });
  return [
    project(
      '',
      withoutDocument.filter((file) => !reset.includes(file)),
    ),
    project('-reset', reset, 'test/reset-worker.ts'),
    project('-document', withDocument, 'test/reset-worker.ts', 'test/reset-document.ts'),
  ];
}

const unit = {
  setupFiles: ['test/fail-on-console-error.ts'],
  env: functionEnvironment,
  // Tests read only the colors of the styles.
  css: { include: [/tokens\.css\?raw$/] },
  testTimeout: 20_000,
};

const infra = {
  env: { DISTRIBUTION_SECRET: functionEnvironment.DISTRIBUTION_SECRET, POWERTOOLS_LOG_LEVEL: 'SILENT' },
  // Synthesizing a stage takes seconds on a busy machine, and tests synthesize several.
  testTimeout: 120_000,
  hookTimeout: 30_000,
};

// Outside `npm test`, the first cloud of a build prepares the data of all others.
const cloud = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  // Whatever the domain of the stage `prod` is.
  define: { __PUBLIC_ORIGIN__: JSON.stringify('https://lorewright.example') },
  plugins: [contentModules(), virtualModules(), react()],
  test: {
    // By default, Vitest leaves one processor idle.
    maxWorkers: '100%',
    // Threads start faster than processes.
    pool: 'threads',
    tags: [
      { name: 'extended', description: 'Left out by npm test; see docs/testing.md.' },
      { name: 'long', description: 'Left out by npm run mutation, which repeats tests for each change.' },
    ],
    projects: [
      ...divide('unit', unitTests, unit),
      ...divide('infra', globSync('test/infra/*.test.ts'), infra),
      // Only `npm run test:all` runs these.
      {
        extends: true,
        test: { ...infra, name: 'infra-extended', include: ['test/infra/extended/*.test.ts'] },
      },
      // `npm run build:check`, which takes half a minute and is not part of `npm test`.
      { extends: true, test: { name: 'build', include: ['test/build/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...cloud,
          name: 'cloud',
          include: ['test/cloud/*.test.ts'],
          // Elsewhere each file starts its own cloud; see shared-clouds.ts.
          isolate: process.platform !== 'linux',
          setupFiles: ['test/cloud/set-up-shared-cloud.ts'],
          globalSetup: ['test/cloud/shared-clouds.ts'],
        },
      },
      {
        extends: true,
        // Only `npm run test:all` runs these. Each file has a cloud of its own, which it may kill.
        test: { ...cloud, name: 'cloud-extended', include: ['test/cloud/extended/*.test.ts'] },
      },
    ],
  },
});
