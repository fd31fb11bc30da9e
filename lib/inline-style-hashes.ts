import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SiteBuild, siteBuild } from '../contract/records/site-build.ts';

const inlineStyles = /<style[^>]*>(.*?)<\/style>/gs;

/**
 * The CSP sources, like `'sha256-…'`, that allow the inline styles of the built pages and of the
 * blog's pages, and no others. None for a site that is not built.
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function inlineStyleHashes(siteFolder: string): string[] {
  if (!existsSync(siteFolder)) return [];
  const read = (file: string) => readFileSync(join(siteFolder, file), 'utf8');
  const pages = readdirSync(siteFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  const styles = pages.flatMap((file) => [...read(file).matchAll(inlineStyles)].map(([, css = '']) => css));
  const { blogStylesheets }: SiteBuild = JSON.parse(read(siteBuild.file));
  return [...new Set([...styles, ...blogStylesheets.map(read)])]
    .map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)
    .sort();
}
