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

/** Those that the first start publishes. */
export function blogPaths(): string[] {
  const articles = readdirSync('content/blog').filter((file) => file.endsWith('.md'));
  return ['/blog', ...articles.map((file) => `/blog/${file.slice(0, -'.md'.length)}`)];
}

function builtPaths(): string[] {
  return readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => `/${file.replace(/\/?index\.html$/, '')}`);
}
