import { globSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { commonPasswords } from './scripts/build/common-passwords.ts';
import { contentModules } from './scripts/build/content-modules.ts';
import { offerTextsModule } from './scripts/build/offer-texts-module.ts';

const unitTests = globSync([
  '{contract,examples,lambdas,lib,local,publishing,scripts,web}/**/*.test.{ts,tsx}',
  'test/*.test.ts',
  'test/{payments,run}/*.test.ts',
]);

/** A test needs a worker of its own if it builds a document: packages keep the first one they see. */
const needsOwnWorker = /@vitest-environment/;
/** What a test must not leave to the next file of its worker; see test/reset-worker.ts. */
const needsReset =
  /\bvi\.(mock|doMock|hoisted|stub\w+|resetModules|useFakeTimers|spyOn)\(|mockClient\(|process\.env/;

const readsLike = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, 'utf8'));

/** Three projects: the files that share workers, those that need a reset before, and the others. */
function divide(name: string, files: string[], options: { testTimeout: number; setupFiles?: string[] }) {
  const isolated = files.filter(readsLike(needsOwnWorker));
  const shared = files.filter((file) => !isolated.includes(file));
  const reset = shared.filter(readsLike(needsReset));
  const project = (suffix: string, include: string[], more: object) => ({
    extends: true as const,
    test: { ...options, ...more, name: `${name}${suffix}`, include },
  });
  const setupFiles = ['test/reset-worker.ts', ...(options.setupFiles ?? [])];
  return [
    project(
      '',
      shared.filter((file) => !reset.includes(file)),
      { isolate: false },
    ),
    project('-reset', reset, { isolate: false, setupFiles }),
    project('-isolated', isolated, {}),
  ];
}

const unit = {
  setupFiles: ['test/fail-on-console-error.ts'],
  // Every function that the API calls requires the secrets; see
  // lambdas/platform/origin-verification.ts.
  env: { DISTRIBUTION_SECRETS: 's'.repeat(64), POWERTOOLS_LOG_LEVEL: 'SILENT' },
  // Of all styles, tests read only the colors.
  css: { include: [/tokens\.css\?raw$/] },
  testTimeout: 20_000,
};

const infra = {
  env: unit.env,
  // Synthesizing a stage takes seconds on a busy machine, and tests synthesize several.
  testTimeout: 120_000,
  hookTimeout: 30_000,
};

// A cloud prepares the data of all others when it is the first of a build.
const cloud = { testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  // Whatever the domain of the stage `prod` is.
  define: { __PUBLIC_ORIGIN__: JSON.stringify('https://lorewright.example') },
  plugins: [contentModules(), commonPasswords(), offerTextsModule(), react()],
  test: {
    // By default, Vitest leaves one processor idle.
    maxWorkers: '100%',
    // Threads start faster than processes.
    pool: 'threads',
    projects: [
      ...divide('unit', unitTests, unit),
      ...divide('infra', globSync('test/infra/**/*.test.ts'), infra),
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
        // These kill their cloud, or change what all others see of it.
        test: { ...cloud, name: 'cloud-alone', include: ['test/cloud/alone/*.test.ts'] },
      },
    ],
  },
});
