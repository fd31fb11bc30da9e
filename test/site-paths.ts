import { readdirSync, readFileSync } from 'node:fs';

const siteFolder = 'dist/web';

/** The paths of all pages of a newly started cloud: built pages and those of the blog. */
export function sitePaths(): string[] {
  return [...builtPaths(), ...blogPaths()].sort();
}

/** The paths for search engines. */
export function publicPaths(): string[] {
  const isHidden = (path: string) =>
    /<meta name="robots" content="noindex/.test(readFileSync(`${siteFolder}${path}/index.html`, 'utf8'));
  return [...builtPaths().filter((path) => !isHidden(path)), ...blogPaths()].sort();
}

/** The paths that exist once the first articles are published. */
export function blogPaths(): string[] {
  return ['/blog', '/letters', ...firstArticles().map((slug) => `/blog/${slug}`)];
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
