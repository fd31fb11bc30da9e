import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { publicOrigin } from './lib/stages.ts';
import { prerenderPages } from './publishing/pages/prerender-pages.ts';
import { commonPasswords } from './scripts/build/common-passwords.ts';
import { contentModules } from './scripts/build/content-modules.ts';
import { dropUnusedRouterParts } from './scripts/build/drop-unused-router-parts.ts';
import { dropUnusedThemeParts } from './scripts/build/drop-unused-theme-parts.ts';
import { offerTextsModule } from './scripts/build/offer-texts-module.ts';

const pattern = (...parts: string[]) => new RegExp(parts.join('|'));

/**
 * Which modules share a file. By itself the bundler makes dozens of small ones, and a page would wait for all of its own before it reacts.
 */
const chunkGroups = [
  {
    // What every page runs, with its styles: in one file, the order of the style layers holds.
    name: 'site',
    test: pattern(
      'node_modules/(react|react-dom|scheduler|react-router|react-router-dom)/',
      'web/src/(main|app|pages|lazy-page|site)\\.',
      'web/src/(styles/(tokens|base|fonts)|features/(navigation|theme)/|features/atlas/(atlas-art|chart-colors))',
      'web/src/components/(button|error|lead|new-tab-link|page|section|visually-hidden)',
      'web/src/lib/(device|hydrated|leave-site|load-chunk|log-quietly|referrals-to-count|session|stored-text|use-hydrated|use-layout-in-turn|use-missing-picture)\\.',
      'vite/preload-helper',
      'virtual:offer-texts',
    ),
  },
  {
    // What nearly every page shows, but not the home page.
    name: 'content',
    test: pattern(
      'web/src/components/(badge|card|notice|sign-in-prompt)',
      // Of these the few lines of style alone: each file of styles is one more hash in the policy that every page carries.
      'web/src/components/read-only-notice\\.module',
      'web/src/routes/(account|feedback|receipt)\\.module',
      'web/src/features/atlas/page-header',
    ),
  },
  {
    // What pages need that ask the server for something. Not the identity provider's code, which few of them need.
    name: 'calls',
    test: pattern(
      'contract/(events|operations|records|rules)/',
      'web/src/lib/(api-error|call-api|format-date|message-of|load-web-settings|remembered-referral|use-signed-link)\\.',
      'web/src/components/(client-panel|progress|spinner)',
    ),
  },
];

/** Where React Router keeps the build without warnings for developers; its package names only the other one. */
const reactRouter = `${import.meta.dirname}/node_modules/react-router/dist/production`;

export default defineConfig({
  root: 'web',
  define: { __PUBLIC_ORIGIN__: JSON.stringify(publicOrigin) },
  plugins: [
    contentModules(),
    commonPasswords(),
    offerTextsModule(),
    react(),
    dropUnusedRouterParts(),
    dropUnusedThemeParts(),
    prerenderPages(),
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
  },
  environments: {
    // For browsers. The renderer's files are read from a disk, and each of them only where it is needed.
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
  },
});
