import { readdirSync, readFileSync } from 'node:fs';

const siteFolder = 'dist/web';

/** The address of every page that was built. */
export function builtPaths(): string[] {
  return readdirSync(siteFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('index.html'))
    .map((file) => `/${file.replace(/\/?index\.html$/, '')}`)
    .sort();
}

/** Those that search engines are asked to show. */
export function publicPaths(): string[] {
  return builtPaths().filter((path) => {
    const html = readFileSync(`${siteFolder}${path}/index.html`, 'utf8');
    return !/<meta name="robots" content="noindex/.test(html);
  });
}
