import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { contentModules } from './web/build/content-modules.ts';

export default defineConfig({
  // Whatever the domain of the stage `prod` is.
  define: { __PUBLIC_ORIGIN__: JSON.stringify('https://lorewright.example') },
  plugins: [contentModules(), react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{contract,lambdas,lib,local,scripts,web}/**/*.test.{ts,tsx}',
            'test/*.test.ts',
            'test/payments/*.test.ts',
          ],
          setupFiles: ['test/fail-on-console-error.ts'],
          // Every function that the API calls wants it; see lambdas/platform/detours.ts.
          env: { DISTRIBUTION_SECRETS: 's'.repeat(64) },
          // The others are only a burden; of this one, tests read the colors.
          css: { include: [/tokens\.css\?raw$/] },
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          // The CDK's own rules take half a minute on a busy machine.
          testTimeout: 120_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'cloud',
          include: ['test/cloud/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
