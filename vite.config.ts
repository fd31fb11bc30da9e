import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { publicOrigin } from './lib/stages.ts';
import { prerenderPages } from './publishing/pages/prerender-pages.ts';
import { checkStylesheets } from './scripts/build/check-stylesheets.ts';
import { shareChunks } from './scripts/build/chunk-groups.ts';
import { contentModules } from './scripts/build/content-modules.ts';
import { dropUnusedRouterParts, dropUnusedThemeParts } from './scripts/build/drop-unused-parts.ts';
import { virtualModules } from './scripts/build/virtual-modules.ts';

/** Where React Router keeps the build without warnings for developers; its package names only the other one. */
const reactRouter = `${import.meta.dirname}/node_modules/react-router/dist/production`;

export default defineConfig({
  root: 'web',
  define: { __PUBLIC_ORIGIN__: JSON.stringify(publicOrigin) },
  plugins: [
    contentModules(),
    virtualModules(),
    react(),
    dropUnusedRouterParts(),
    dropUnusedThemeParts(),
    shareChunks(),
    prerenderPages(),
    checkStylesheets(),
  ],
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: `${reactRouter}/index.mjs` },
      { find: /^react-router\/dom$/, replacement: `${reactRouter}/dom-export.mjs` },
    ],
  },
  css: { transformer: 'lightningcss' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // A data: URL for a small asset would be one more thing for the Content-Security-Policy to allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Every page loads the names of all files, and 32 bits are enough to tell builds apart.
      output: { hashCharacters: 'hex' },
      // On a busy machine, it would warn that plugins are slow.
      checks: { bundlerTimings: false },
    },
  },
});
