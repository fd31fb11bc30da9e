import { expect, it } from 'vitest';
import { htmlFileOfPath } from './html-file-of-path.ts';

it.each([
  ['/', 'index.html'],
  ['/pricing', 'pricing/index.html'],
  ['/404', '404.html'],
])('writes %s to %s', (path, file) => {
  expect(htmlFileOfPath(path)).toBe(file);
});
