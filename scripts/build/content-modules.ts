import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { ManualPageText } from '../../contract/content/manual-page.ts';
import { manualPageIds, pathOfManualPage } from '../../contract/content/manual-pages.ts';
import { parseChangelog } from '../../publishing/markdown/parse-changelog.ts';
import { parseLegalText } from '../../publishing/markdown/parse-legal-text.ts';
import { parseManualPage } from '../../publishing/markdown/parse-manual-page.ts';
import { publicChangelog } from '../../publishing/markdown/public-changelog.ts';
import { readContentFile } from '../../publishing/markdown/read-content-file.ts';
import { pledgeFiles, requireSame } from '../../publishing/security/signed-pledge.ts';
import { fillOrigin } from './bundle-resources.ts';

const top = resolve(import.meta.dirname, '../..');

interface PublishedFile {
  /** The path on the site. */
  path: string;
  file: string;
  type: string;
  /** Published only if it exists. */
  isOptional?: true;
  /** The text that visitors get; by default the text of the file. */
  render?: (file: string, text: string) => string;
}

const everyFile: PublishedFile[] = [
  {
    path: 'changelog.md',
    file: 'content/changelog.md',
    type: 'text/markdown; charset=utf-8',
    render: publicChangelog,
  },
  {
    path: 'schemas/story-structure.json',
    file: 'content/story-structures/schema.json',
    type: 'application/json',
    render: (_file, text) => fillOrigin(text),
  },
  {
    path: 'schemas/tutorial-project.json',
    file: 'content/tutorial-project.schema.json',
    type: 'application/json',
    render: (_file, text) => fillOrigin(text),
  },
  {
    path: 'if-we-stop.jws',
    file: pledgeFiles.signed,
    type: 'application/jose',
    isOptional: true,
    render: (_file, signed) => requireSame(signed, readFileSync(resolve(top, pledgeFiles.text), 'utf8')),
  },
  {
    path: 'verify-license.mjs',
    file: 'examples/verify-license-node/verify-license.mjs',
    type: 'text/javascript; charset=utf-8',
  },
  {
    path: 'schemas/license.json',
    file: 'content/license.schema.json',
    type: 'application/json',
    render: (_file, text) => fillOrigin(text),
  },
  ...manualPageIds.map((id) => ({
    path: `${pathOfManualPage(id).slice(1)}/page.json`,
    file: `content/manual/${id}.md`,
    type: 'application/json',
    render: (file: string, text: string) => JSON.stringify(parseManualPage(file, text)),
  })),
];

const publishedFiles = everyFile.filter(
  ({ file, isOptional }) => !isOptional || existsSync(resolve(top, file)),
);

/**
 * Turns `import` of a Markdown file below `content/` into data, so that browsers get no parser, and
 * publishes some files as text.
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
      const data = dataOf(file, await readContentFile(path, file), query);
      return { code: `export default ${JSON.stringify(data)};`, map: null, moduleType: 'js' };
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const published of publishedFiles) {
        this.emitFile({ type: 'asset', fileName: published.path, source: await readPublished(published) });
      }
    },
    configureServer({ middlewares }) {
      for (const published of publishedFiles) {
        middlewares.use(`/${published.path}`, (_request, response, next) => {
          readPublished(published).then(
            (text) => response.setHeader('content-type', published.type).end(text),
            next,
          );
        });
      }
    },
  };
}

async function readPublished({ file, render }: PublishedFile): Promise<string> {
  const text = await readContentFile(resolve(top, file), file);
  return render ? render(file, text) : text;
}

function dataOf(file: string, text: string, query: string | undefined): unknown {
  if (file === 'content/changelog.md') return parseChangelog(file, text);
  if (file.startsWith('content/legal/')) return parseLegalText(file, text);
  if (file.startsWith('content/manual/')) return manualData(parseManualPage(file, text), query);
  throw new Error(`${file}: the build does not know this kind of file`);
}

/**
 * A page of the manual, or what another page shows of it: `?summary` is for the table of contents, and
 * `?answer`, the first paragraph, for the FAQ.
 */
function manualData(page: ManualPageText, query: string | undefined): unknown {
  const { title, description, sections } = page;
  if (query === 'summary') return { title, description };
  return query === 'answer' ? sections[0]?.content : page;
}
