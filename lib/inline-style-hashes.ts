import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const inlineStyles = /<style>(.*?)<\/style>/gs;

/**
 * The CSP sources, like `'sha256-…'`, that allow the inline styles of the built pages and no others. None for a site that is not built.
 * @see https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function inlineStyleHashes(siteFolder: string): string[] {
  if (!existsSync(siteFolder)) return [];
  const pages = readdirSync(siteFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  const styles = pages.flatMap((file) =>
    [...readFileSync(join(siteFolder, file), 'utf8').matchAll(inlineStyles)].map(([, css = '']) => css),
  );
  return [...new Set(styles)]
    .map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`)
    .sort();
}
