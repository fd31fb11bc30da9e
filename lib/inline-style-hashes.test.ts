import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inlineStyleHashes } from './inline-style-hashes.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorewright-styles-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const sourceOf = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;

it('returns each style of all pages once, and those of the blog', () => {
  mkdirSync(join(folder, 'pricing'));
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ blogStylesheets: ['/a.css', '/b.css'] }));
  writeFileSync(join(folder, 'a.css'), 'p{}');
  writeFileSync(join(folder, 'b.css'), 'ul{}');
  writeFileSync(
    join(folder, 'index.html'),
    '<style data-file="/assets/site.css">p{}</style><style>h1{\n}</style>',
  );
  writeFileSync(join(folder, 'pricing/index.html'), '<style>p{}</style>');
  writeFileSync(join(folder, 'other.txt'), '<style>a{}</style>');

  expect(inlineStyleHashes(folder)).toEqual([sourceOf('p{}'), sourceOf('h1{\n}'), sourceOf('ul{}')].sort());
});

it('returns none without a built site', () => {
  expect(inlineStyleHashes(join(folder, 'nowhere'))).toEqual([]);
});
