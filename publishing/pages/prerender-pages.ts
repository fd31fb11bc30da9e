import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Manifest, Plugin, ViteBuilder } from 'vite';
import { type SiteBuild, siteBuild } from '../../contract/records/site-build.ts';
import { assemblePage, type PageTemplate } from './assemble-page.ts';
import { chunksOfModules } from './chunks-of-modules.ts';
import { htmlFileOfPath } from './html-file-of-path.ts';
import type { BlogTemplates } from './render-blog.ts';

const rendererDirectory = '../dist/prerender';

/** Builds the site's code and then renders the HTML of every page with it. */
export function prerenderPages(): Plugin {
  return {
    name: 'lorewright:prerender-pages',
    apply: 'build',
    config: () => ({
      builder: {},
      environments: {
        prerender: {
          build: {
            ssr: true,
            rolldownOptions: {
              input: ['render-site.ts', 'render-blog.ts'].map((file) => `publishing/pages/${file}`),
            },
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
  const rendererFolder = resolve(root, rendererDirectory);
  const renderer: typeof import('./render-site.ts') = await import(
    pathToFileURL(join(rendererFolder, 'render-site.js')).href
  );
  const shell = await readFile(join(siteDirectory, 'index.html'), 'utf8');
  const manifestFile = join(siteDirectory, '.vite/manifest.json');
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'));

  const boot = await bundleBoot(root, siteDirectory);
  const entry = keyOfEntry(manifest);
  const readCss = (href: string) => readFile(join(siteDirectory, href), 'utf8');

  const write = async (path: string, content: string | Buffer) => {
    const file = join(siteDirectory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };

  const templateOf = async (name: string): Promise<PageTemplate> => {
    const { scripts, stylesheets } = chunksOfModules(manifest, [entry, `src/routes/${name}.tsx`]);
    const entryScript = `/${manifest[entry]?.file}`;
    return {
      shell,
      stylesheets: await Promise.all(stylesheets.map(async (href) => ({ href, css: await readCss(href) }))),
      boot,
      modules: [entryScript, ...scripts.filter((script) => script !== entryScript)],
    };
  };

  const pages = await renderer.renderPages();
  for (const { name, path, ...content } of pages) {
    const page = assemblePage(await templateOf(name), content);
    renderer.checkPage(path, page);
    await write(htmlFileOfPath(path), page);
  }
  const favicon = await readFile(join(siteDirectory, 'favicon.svg'));
  for (const { path, content } of await renderer.renderFilesForCrawlers(pages, {
    favicon,
    builtAt: new Date(),
  })) {
    await write(path, content);
  }
  const templates: BlogTemplates = {
    article: await templateOf('article'),
    list: await templateOf('blog'),
    themeColor: renderer.themeColor,
  };
  const build = await describeBuild(rendererFolder, siteDirectory, templates);
  await writeFile(join(rendererFolder, blogRendererFile), blogRendererModule(templates));
  await write(siteBuild.file, JSON.stringify(build));
  // Only the build needs the manifest, and everything in this directory is published.
  await rm(dirname(manifestFile), { recursive: true });
  logger.info(`prerendered ${pages.length} pages`);
}

/**
 * The module that is bundled into the publishing function: the renderers with the templates of
 * this build.
 */
function blogRendererModule(templates: BlogTemplates): string {
  return `import { blogRenderers } from './render-blog.js';
export const renderers = blogRenderers(${JSON.stringify(templates)});
`;
}

const blogRendererFile = 'blog-renderer.js';

async function describeBuild(
  rendererFolder: string,
  siteDirectory: string,
  templates: BlogTemplates,
): Promise<SiteBuild> {
  const hash = createHash('sha256').update(JSON.stringify(templates));
  for (const file of (await readdir(rendererFolder, { recursive: true })).sort()) {
    if (file.endsWith('.js') && file !== blogRendererFile)
      hash.update(await readFile(join(rendererFolder, file)));
  }
  const stylesheets = [templates.article, templates.list].flatMap((template) =>
    template.stylesheets.map(({ href }) => href),
  );
  const assets = (await readdir(join(siteDirectory, siteBuild.assetsFolder))).sort();
  return {
    id: hash.digest('hex').slice(0, 16),
    blogStylesheets: [...new Set(stylesheets)],
    assets: assets.map((name) => `${siteBuild.assetsFolder}/${name}`),
    structures: await readStructures('content/story-structures'),
  };
}

async function readStructures(folder: string): Promise<SiteBuild['structures']> {
  const names = (await readdir(folder)).filter((name) => name !== 'schema.json').sort();
  return Promise.all(
    names.map(async (name) => {
      const { slug, name: title, description } = JSON.parse(await readFile(join(folder, name), 'utf8'));
      return { slug, name: title, description };
    }),
  );
}

function keyOfEntry(manifest: Manifest): string {
  const found = Object.entries(manifest).find(([, chunk]) => chunk.isEntry);
  if (!found) throw new Error('The manifest of the build has no entry.');
  return found[0];
}

/**
 * Bundles `src/boot` as a classic script and writes it to the assets. Unlike a module, it runs
 * before the first paint.
 * @returns its URL.
 */
async function bundleBoot(webFolder: string, siteFolder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(webFolder, 'src/boot/boot.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild wrote no boot script');
  const hash = createHash('sha256').update(script.contents).digest('base64url').slice(0, 8);
  const path = `/assets/boot-${hash}.js`;
  await writeFile(join(siteFolder, path), script.contents);
  return path;
}
