import { defineConfig } from '@playwright/test';
import { findBrowser } from './test/e2e/find-browser.ts';

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  // Each worker has a browser and a local cloud of its own.
  // Three workers also suit two processors: a test often waits for its browser and its cloud.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    launchOptions: await findBrowser(),
    // Nothing waits for a transition to end; tests about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording a trace takes a quarter more time: `npx playwright test --trace on <file>` for a test that fails.
    trace: 'off',
  },
});
