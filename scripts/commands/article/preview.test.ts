import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Preview, startPreview } from './preview.ts';

let dir: string;
let preview: Preview | undefined;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lorewright-preview-'));
  await mkdir(join(dir, 'prerender'));
  await mkdir(join(dir, 'web/assets'), { recursive: true });
  // Shows its input, like the real renderer.
  await writeFile(
    join(dir, 'prerender/blog-renderer.js'),
    `const renderArticle = async (article) => [
      { key: 'blog/' + article.slug + '/index.html', contentType: 'text/html', content: JSON.stringify(article) },
      { key: 'blog/' + article.slug + '/article.json', contentType: 'application/json', content: '{}' },
    ];
    export const renderers = { blog: { renderArticle } };`,
  );
  await writeFile(join(dir, 'web/assets/site.js'), 'true;');
  await writeFile(join(dir, 'secret'), 'not of the site');
});

afterEach(async () => {
  await preview?.stop();
  preview = undefined;
  await rm(dir, { recursive: true });
});

const write = (body: string) =>
  writeFile(
    join(dir, 'a-map.md'),
    `---
slug: a-map
headline: H
author: A
createdAt: 2025-05-14
description: D
cover: a-map.png
coverAlternative: A map.
---

${body}
`,
  );

async function open(): Promise<string> {
  preview = await startPreview(join(dir, 'a-map.md'), dir);
  return preview.url;
}

it('shows the article with its cover, and reads the file each time', async () => {
  const cover = sharp({ create: { width: 800, height: 360, channels: 3, background: '#357' } });
  await writeFile(join(dir, 'a-map.png'), await cover.png().toBuffer());
  await write('Text.');
  const url = await open();
  const page = await (await fetch(url)).json();
  expect(page).toMatchObject({ slug: 'a-map', readingMinutes: 1, status: 'draft' });

  const picture = await fetch(new URL(page.coverImageUrl, url));
  expect(picture.headers.get('content-type')).toBe('image/webp');
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 800 });

  await write('Another text.');
  expect((await (await fetch(url)).json()).content).toEqual([
    { type: 'paragraph', content: 'Another text.' },
  ]);
  expect((await fetch(`${url}/article.json`)).headers.get('content-type')).toBe('application/json');
  expect((await fetch(new URL('/', url))).url).toBe(url);
});

it('shows an error in the file and its line', async () => {
  await write('Text.\n\n<script>alert(1)</script>');
  const response = await fetch(await open());
  const text = await response.text();
  expect(response.status).toBe(422);
  expect(text).toContain('a-map.md:13: has HTML');
});

it('escapes the text of the file', async () => {
  await writeFile(join(dir, 'a-map.md'), '---\n<script>alert(1)</script>\n---\n');
  const text = await (await fetch(await open())).text();
  expect(text).toContain('a-map.md:2: "&lt;script>alert(1)&lt;/script>" is not "name: value"');
});

it('serves the files of the page and no others', async () => {
  await write('Text.');
  const url = await open();
  const script = await fetch(new URL('/assets/site.js', url));
  expect([await script.text(), script.headers.get('content-type')]).toEqual([
    'true;',
    'text/javascript; charset=utf-8',
  ]);
  for (const path of [
    '/assets/..%2f..%2fsecret',
    '/..%2fsecret',
    '/%2e%2e/secret',
    '/media/articles/a-map/x.webp',
    '/nothing',
  ])
    expect([path, (await fetch(new URL(path, url))).status]).toEqual([path, 404]);
});

it('says what to do when the site is not built', async () => {
  await rm(join(dir, 'prerender'), { recursive: true });
  await expect(startPreview('a-map.md', dir)).rejects.toThrow('run "npm run build" first');
});
