import { expect, it } from 'vitest';
import { publicAddressOf } from './site.ts';

it.each([
  ['/', 'https://lorewright.example/'],
  ['/pricing', 'https://lorewright.example/pricing'],
  ['/blog/name-the-relation/', 'https://lorewright.example/blog/name-the-relation'],
])('%s is %s to the public', (path, address) => {
  expect(publicAddressOf(path)).toBe(address);
});
