import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BlogRenderer } from '../../../contract/records/blog-renderer.ts';
import { contentTypeOf } from '../../../contract/rules/content-type-of.ts';
import { readingMinutes } from '../../../publishing/markdown/reading-minutes.ts';
import type { Picture } from '../../../publishing/pictures/cover-pictures.ts';
import { prepareArticle } from './change-article.ts';

export interface Preview {
  url: string;
  stop: () => Promise<void>;
}

/**
 * Shows an article like the site, only on this machine. It reads the file again for each request.
 * @param buildFolder the folder with the built site
 * @throws Error when the site is not built
 */
export async function startPreview(file: string, buildFolder = 'dist'): Promise<Preview> {
  const { renderArticle } = await loadRenderer(join(buildFolder, 'prerender/blog-renderer.js'));
  const siteFolder = join(buildFolder, 'web');
  const address = `/blog/${basename(file, '.md')}`;
  /** The pictures by key. The names change with the content, so pictures of earlier versions do no harm. */
  const pictures = new Map<string, Picture>();
  const drawn = new Map<string, Promise<Buffer>>();

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (path === '/') response.writeHead(302, { location: address }).end();
    else if (path === address || path.startsWith(`${address}/`)) {
      const name = path.slice(address.length + 1) || 'index.html';
      const rendered = (await renderFile()).find(({ key }) => key.endsWith(`/${name}`));
      if (rendered) send(response, rendered.contentType, rendered.content);
      else sendMissing(response);
    } else if (path.startsWith('/media/')) {
      const key = path.slice('/media/'.length);
      const picture = pictures.get(key);
      if (!picture) return sendMissing(response);
      const bytes = drawn.get(key) ?? picture.draw();
      drawn.set(key, bytes);
      send(response, picture.type, await bytes);
    } else await sendSiteFile(siteFolder, path, response);
  }

  async function renderFile() {
    const { article, pictures: files } = await prepareArticle(file);
    for (const picture of files) pictures.set(picture.key, picture);
    const draft = { ...article, status: 'draft', updatedAt: new Date().toISOString() } as const;
    return renderArticle({ ...draft, readingMinutes: readingMinutes(article.content) }, {});
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(`http://preview${request.url ?? '/'}`);
    answer(pathname, response).catch((error: Error) => sendProblem(response, error.message));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function loadRenderer(file: string): Promise<BlogRenderer> {
  if (!existsSync(file)) throw new Error('The site is not built: run "npm run build" first.');
  const { renderers }: typeof import('#blog-renderer') = await import(pathToFileURL(resolve(file)).href);
  return renderers.blog;
}

async function sendSiteFile(siteFolder: string, path: string, response: ServerResponse): Promise<void> {
  // The URL parser has removed "..". A double-encoded ".." is an ordinary name here.
  const name = path.endsWith('/') ? `${path}index.html` : path;
  for (const file of [name, `${name}/index.html`]) {
    const bytes = await readFile(join(siteFolder, file)).catch(() => undefined);
    if (bytes) return send(response, contentTypeOf(file), bytes);
  }
  sendMissing(response);
}

function send(response: ServerResponse, contentType: string, content: string | Buffer): void {
  response.setHeader('content-type', contentType).setHeader('cache-control', 'no-store').end(content);
}

function sendMissing(response: ServerResponse): void {
  response.writeHead(404, { 'content-type': 'text/plain' }).end('This is not part of the preview.');
}

function sendProblem(response: ServerResponse, problem: string): void {
  const text = problem.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  response
    .writeHead(422, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><html lang="en"><title>This cannot be published</title>
<body style="color-scheme: light dark; font: 1.25rem/1.6 system-ui; max-width: 45rem; margin: 4rem auto; padding: 0 1rem">
<h1>This cannot be published yet</h1><p>${text}</p><p>Mend the file and load this page again.</p>`);
}
