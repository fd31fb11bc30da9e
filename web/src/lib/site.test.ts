import { expect, it } from 'vitest';
import { publicAddressOf } from './site.ts';

it.each([
  ['/', 'https://lorewright.example/'],
  ['/pricing', 'https://lorewright.example/pricing'],
  ['/blog/name-the-relation/', 'https://lorewright.example/blog/name-the-relation'],
])('gives %s the public address %s', (path, address) => {
  expect(publicAddressOf(path)).toBe(address);
});
