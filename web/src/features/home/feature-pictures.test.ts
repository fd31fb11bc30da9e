import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { foundations, workspaces } from '../../../../content/home.ts';

const pictures = [...workspaces, ...foundations].map(({ picture }) => picture);
const textOf = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);

it('finds each picture among the drawings', async () => {
  const symbols = namesIn(await textOf('../../components/illustrations.svg'), /<symbol id="([^"]+)"/g);
  expect(symbols).toEqual(expect.arrayContaining(pictures));
});

it('lays out only visible pictures', async () => {
  const laidOut = namesIn(await textOf('../../routes/home.module.css'), /\[data-feature="([^"]+)"\]/g);
  expect(laidOut.length).toBeGreaterThan(0);
  expect(pictures).toEqual(expect.arrayContaining(laidOut));
});
