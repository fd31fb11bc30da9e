import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareArticle } from '../../scripts/commands/article/change-article.ts';
import { readReleaseNotes } from '../../scripts/commands/release/release-notes.ts';
import { readContentFile } from './read-content-file.ts';

const article = `---
slug: a-cafe
headline: A Café
author: Ana
description: A place
createdAt: 2026-11-27
---

Text.
`;

let file: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'text-file-'));
  file = join(folder, 'a-cafe.md');
});
afterAll(() => rm(folder, { recursive: true }));

describe('a text file', () => {
  it.each([
    ['UTF-8', Buffer.from(article)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${article}`)],
  ])('is read as %s', async (_, bytes) => {
    await writeFile(file, bytes);
    expect(await readContentFile(file)).toBe(article);
    expect((await prepareArticle(file)).article.headline).toBe('A Café');
  });

  it.each([
    [
      'windows-1252',
      Buffer.from(article, 'latin1'),
      ':3: has a character that is not UTF-8: save the file as UTF-8',
    ],
    ['UTF-16', Buffer.from(`\ufeff${article}`, 'utf16le'), ':1: is saved as UTF-16: save it as UTF-8'],
    ['UTF-16 without a mark', Buffer.from(article, 'utf16le'), ':1: is not a text file'],
  ])('is refused as %s by everything that the team runs', async (_, bytes, problem) => {
    await writeFile(file, bytes);
    for (const read of [
      () => readContentFile(file),
      () => prepareArticle(file),
      () => readReleaseNotes('0.3.0', file),
    ])
      await expect(read()).rejects.toThrow(`${file}${problem}`);
  });

  it('is named in the error if it is missing', async () => {
    await expect(readContentFile(join(folder, 'none.md'))).rejects.toThrow('There is no file');
  });
});
