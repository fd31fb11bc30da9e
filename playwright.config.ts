import { defineConfig } from '@playwright/test';
import { findBrowser } from './test/e2e/find-browser.ts';

const browser = await findBrowser();

/**
 * No test looks at pixels, so in `npm test` the browser gets no memory to draw with, and pictures of
 * failures would be empty. Decision 029 has the numbers.
 */
const isRendering = process.env.PLAYWRIGHT_RENDERING !== 'off';
const withoutRendering = { ...browser, args: [...browser.args, '--force-gpu-mem-available-mb=0'] };

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
    launchOptions: isRendering ? browser : withoutRendering,
    // Nothing waits for a transition to end; tests about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: isRendering ? 'only-on-failure' : 'off',
    // Recording a trace takes a quarter more time: `npx playwright test --trace on <file>` for a test that fails.
    trace: 'off',
  },
});
