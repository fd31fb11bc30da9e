import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { parseChangelog } from './parse-changelog.ts';
import { parseLegalText } from './parse-legal-text.ts';

const top = resolve(import.meta.dirname, '../..');

/** What is published as it is written: the path on the site, the file, the type. */
const publishedFiles = [
  { path: 'changelog.md', file: 'content/changelog.md', type: 'text/markdown; charset=utf-8' },
  {
    path: 'schemas/story-structure.json',
    file: 'content/story-structures/schema.json',
    type: 'application/json',
  },
  {
    path: 'schemas/tutorial-project.json',
    file: 'content/tutorial-project.schema.json',
    type: 'application/json',
  },
];

/**
 * Turns `import` of a Markdown file below `content/` into data, so that browsers get no parser, and publishes
 * some files as they are written.
 */
export function contentModules(): Plugin {
  return {
    name: 'lorewright:content-modules',
    enforce: 'pre',
    async load(id) {
      const [path = ''] = id.split('?');
      const file = relative(top, path).replaceAll('\\', '/');
      if (!/^content\/.*\.md$/.test(file)) return null;
      this.addWatchFile(path);
      const data = dataOf(file, await readFile(path, 'utf8'));
      return { code: `export default ${JSON.stringify(data)};`, map: null, moduleType: 'js' };
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const { path, file } of publishedFiles) {
        this.emitFile({ type: 'asset', fileName: path, source: await readFile(resolve(top, file), 'utf8') });
      }
    },
    configureServer({ middlewares }) {
      for (const { path, file, type } of publishedFiles) {
        middlewares.use(`/${path}`, (_request, response, next) => {
          readFile(resolve(top, file), 'utf8').then(
            (text) => response.setHeader('content-type', type).end(text),
            next,
          );
        });
      }
    },
  };
}

function dataOf(file: string, text: string): unknown {
  if (file === 'content/changelog.md') return parseChangelog(file, text);
  if (file.startsWith('content/legal/')) return parseLegalText(file, text);
  throw new Error(`${file}: no page shows this kind of file`);
}
