import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, Plugin, ViteBuilder } from 'vite';
import { assemblePage } from './assemble-page.ts';
import { bundleBoot } from './bundle-boot.ts';
import { checkPage } from './check-page.ts';
import { chunksOfModules } from './chunks-of-modules.ts';
import { htmlFileOfPath } from './html-file-of-path.ts';

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
            ssr: 'prerender/render-site.ts',
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
  const renderer: typeof import('./render-site.ts') = await import(
    pathToFileURL(resolve(root, rendererDirectory, 'render-site.js')).href
  );
  const shell = await readFile(join(siteDirectory, 'index.html'), 'utf8');
  const manifestFile = join(siteDirectory, '.vite/manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));

  const boot = await bundleBoot(root, siteDirectory);
  const entry = keyOfChunk(manifest, 'site');
  const readCss = (href: string) => readFile(join(siteDirectory, href), 'utf8');

  const write = async (path: string, content: string | Buffer) => {
    const file = join(siteDirectory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };

  const pages = await renderer.renderPages();
  for (const { name, path, rendered, headForCrawlers } of pages) {
    const { scripts, stylesheets } = chunksOfModules(manifest, [entry, ...modulesOfPage(name, path)]);
    const entryScript = `/${manifest[entry]?.file}`;
    const page = assemblePage({
      shell,
      rendered,
      headForCrawlers,
      stylesheets: await Promise.all(stylesheets.map(async (href) => ({ href, css: await readCss(href) }))),
      boot,
      modules: [entryScript, ...scripts.filter((script) => script !== entryScript)],
    });
    checkPage(path, page);
    await write(htmlFileOfPath(path), page);
  }
  const favicon = await readFile(join(siteDirectory, 'favicon.svg'));
  for (const { path, content } of await renderer.renderFilesForCrawlers(pages, { favicon })) {
    await write(path, content);
  }
  // Only the build needs it, and everything in this directory is published.
  await rm(dirname(manifestFile), { recursive: true });
  logger.info(`prerendered ${pages.length} pages`);
}

/** The manifest knows chunks that hold several modules, like the one with the entry, by a key with a hash in it. */
function keyOfChunk(manifest: Manifest, name: string): string {
  const found = Object.entries(manifest).find(([, chunk]) => chunk.name === name);
  if (!found) throw new Error(`The build has no chunk "${name}"; vite.config.ts names them.`);
  return found[0];
}

/** What `pages.ts` imports for a page. */
function modulesOfPage(name: string, path: string): string[] {
  const route = `src/routes/${name}.tsx`;
  return name === 'article' ? [route, `../content${path}.md`] : [route];
}
