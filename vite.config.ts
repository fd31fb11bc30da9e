import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contentModules } from './web/build/content-modules.ts';
import { prerenderPages } from './web/prerender/prerender-pages.ts';

/**
 * React, the router, our shared parts and what stands on every page, with the styles of all these: in one file, the
 * order of the style layers holds. Not the identity provider's code, which few pages need, nor the dialog's, which waits for a click.
 */
const usedEverywhere = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/',
    'web/src/(components/(?!dialog)|styles/(tokens|base)|features/(navigation|theme))',
    'web/src/lib/(?!identity-provider)',
    'vite/preload-helper',
    'rolldown/runtime',
  ].join('|'),
);

export default defineConfig({
  root: 'web',
  plugins: [contentModules(), react(), prerenderPages()],
  css: { transformer: 'lightningcss' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // A data: URL for a small asset would be one more thing for the Content-Security-Policy to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What almost every page uses is one file. By itself the bundler makes twenty small ones of it, and a page
          // would wait for all of them before it reacts.
          groups: [{ name: 'site', test: usedEverywhere }],
        },
      },
    },
  },
});
