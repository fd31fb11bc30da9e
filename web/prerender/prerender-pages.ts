import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin, ViteBuilder } from 'vite';
import { assemblePage } from './assemble-page.ts';
import { checkPage } from './check-page.ts';
import { htmlFileOfPath } from './html-file-of-path.ts';
import { type ClientManifest, stylesheetsOfModule } from './stylesheets-of-module.ts';

const rendererDirectory = '../dist/prerender';

/** Builds the site's code and then, with it, the HTML of every page. */
export function prerenderPages(): Plugin {
  return {
    name: 'lorewright:prerender-pages',
    apply: 'build',
    config: () => ({
      builder: {},
      environments: {
        prerender: {
          build: {
            ssr: 'prerender/render-page.tsx',
            outDir: rendererDirectory,
            emptyOutDir: true,
            manifest: false,
            copyPublicDir: false,
          },
        },
      },
    }),
    buildApp: async (builder) => {
      await builder.build(environment(builder, 'client'));
      await builder.build(environment(builder, 'prerender'));
      await writePages(builder);
    },
  };
}

function environment(builder: ViteBuilder, name: string) {
  const found = builder.environments[name];
  if (!found) throw new Error(`Vite has no environment "${name}"`);
  return found;
}

async function writePages(builder: ViteBuilder): Promise<void> {
  const { root, logger } = builder.config;
  const siteDirectory = resolve(root, environment(builder, 'client').config.build.outDir);
  const renderer: typeof import('./render-page.tsx') = await import(
    pathToFileURL(resolve(root, rendererDirectory, 'render-page.js')).href
  );
  const shell = await readFile(join(siteDirectory, 'index.html'), 'utf8');
  const manifestFile = join(siteDirectory, '.vite/manifest.json');
  const manifest: ClientManifest = JSON.parse(await readFile(manifestFile, 'utf8'));

  for (const { name, path } of renderer.pages) {
    const page = assemblePage({
      shell,
      rendered: await renderer.renderPage(path),
      stylesheets: stylesheetsOfModule(manifest, `src/routes/${name}.tsx`),
    });
    checkPage(path, page);
    const file = join(siteDirectory, htmlFileOfPath(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, page);
  }
  // Only the build needs it, and everything in this directory is published.
  await rm(dirname(manifestFile), { recursive: true });
  logger.info(`prerendered ${renderer.pages.length} pages`);
}
