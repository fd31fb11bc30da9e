import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { ArticleSummary } from '../src/features/blog/article.ts';
import { parseArticle } from './parse-article.ts';
import { parseChangelog } from './parse-changelog.ts';
import { parseLegalText } from './parse-legal-text.ts';

const top = resolve(import.meta.dirname, '../..');
const changelogFile = resolve(top, 'content/changelog.md');

/**
 * Turns `import` of a Markdown file below `content/` into data, so that browsers get no parser, and publishes the
 * changelog as it is written. With `?summary`, an article comes without its text.
 */
export function contentModules(): Plugin {
  return {
    name: 'lorewright:content-modules',
    enforce: 'pre',
    async load(id) {
      const [path = '', query] = id.split('?');
      const file = relative(top, path).replaceAll('\\', '/');
      if (!/^content\/.*\.md$/.test(file)) return null;
      this.addWatchFile(path);
      const data = dataOf(file, await readFile(path, 'utf8'), query === 'summary');
      return { code: `export default ${JSON.stringify(data)};`, map: null, moduleType: 'js' };
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      const source = await readFile(changelogFile, 'utf8');
      this.emitFile({ type: 'asset', fileName: 'changelog.md', source });
    },
    configureServer({ middlewares }) {
      middlewares.use('/changelog.md', (_request, response, next) => {
        readFile(changelogFile, 'utf8').then(
          (text) => response.setHeader('content-type', 'text/markdown; charset=utf-8').end(text),
          next,
        );
      });
    },
  };
}

function dataOf(file: string, text: string, isSummary: boolean): unknown {
  if (file === 'content/changelog.md') return parseChangelog(file, text);
  if (file.startsWith('content/legal/')) return parseLegalText(file, text);
  if (file.startsWith('content/blog/')) {
    const article = parseArticle(file, text);
    return isSummary ? summaryOf(article) : article;
  }
  throw new Error(`${file}: no page shows this kind of file`);
}

function summaryOf({ slug, headline, author, createdAt, description }: ArticleSummary): ArticleSummary {
  return { slug, headline, author, createdAt, description };
}
