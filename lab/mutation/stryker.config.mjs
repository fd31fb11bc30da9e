/** The settings of Stryker for `npm run mutation`. */
export default {
  mutate: ['lambdas/domain/**/*.ts', 'contract/rules/**/*.ts', '!**/*.test.ts', '!**/test-*.ts'],
  // In percent of the changes. The run fails below `break`.
  thresholds: { high: 95, low: 90, break: 90 },
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './lab/mutation/ignore-error-texts.mjs'],
  ignorers: ['error-texts'],
  vitest: { configFile: 'lab/mutation/vitest-mutation.config.ts', related: true, pool: 'threads' },
  coverageAnalysis: 'perTest',
  // A change of code that runs while a module loads needs all tests.
  ignoreStatic: true,
  // The time limit of a change, in addition to one and a half times the usual time of its tests. A shorter limit would count slow tests
  // as endless on a busy machine, and each change that makes a loop endless takes all of it.
  timeoutMS: 6_000,
  dryRunTimeoutMinutes: 30,
  concurrency: 2,
  // The sandbox finds node_modules in a folder above it.
  tempDirName: '.conformance/stryker-sandbox',
  ignorePatterns: ['.conformance', '.local', '.local-demo', 'dist', 'cdk.out', 'screenshots', 'test-results'],
  // TypeScript 7 has no API with which Stryker could adapt it.
  tsconfigFile: 'none',
  incremental: true,
  incrementalFile: '.conformance/mutation-results.json',
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { reportTests: false },
};
