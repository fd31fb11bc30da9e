import { readdirSync, readFileSync } from 'node:fs';

const siteFolder = 'dist/web';

/** The address of every page of a cloud that was started for the first time: those that are built, and those of the blog. */
export function sitePaths(): string[] {
  return [...builtPaths(), ...blogPaths()].sort();
}

/** Those that search engines are asked to show. */
export function publicPaths(): string[] {
  const isHidden = (path: string) =>
    /<meta name="robots" content="noindex/.test(readFileSync(`${siteFolder}${path}/index.html`, 'utf8'));
  return [...builtPaths().filter((path) => !isHidden(path)), ...blogPaths()].sort();
}

/** Those that stand once the first articles are published. */
export function blogPaths(): string[] {
  return ['/blog', ...firstArticles().map((slug) => `/blog/${slug}`)];
}

/** The slugs of the articles that the first start publishes. */
export function firstArticles(): string[] {
  return readdirSync('content/blog')
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length));
}

function builtPaths(): string[] {
  return readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => `/${file.replace(/\/?index\.html$/, '')}`);
}
