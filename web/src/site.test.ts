import { expect, it } from 'vitest';
import { readStage } from '../../lib/stages.ts';
import { publicAddressOf, site } from './site.ts';

it.each([
  ['/', 'https://lorewright.example/'],
  ['/pricing', 'https://lorewright.example/pricing'],
  ['/blog/name-the-relation/', 'https://lorewright.example/blog/name-the-relation'],
])('%s is %s to the public', (path, address) => {
  expect(publicAddressOf(path)).toBe(address);
});

it('is the domain of the stage prod, once there is one', () => {
  const { domain } = readStage('prod').settings;
  expect(`https://${domain?.name ?? new URL(site.origin).host}`).toBe(site.origin);
});
