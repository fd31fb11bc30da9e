import { expect, it } from 'vitest';
import { nightColor } from './night-colors.ts';

it('returns the dark theme as hexadecimal colors', () => {
  expect(nightColor('ground')).toMatch(/^#0[0-9a-f]1[0-9a-f]1[0-9a-f]$/);
  expect(nightColor('accent')).toMatch(/^#e[0-9a-f]b[0-9a-f]6[0-9a-f]$/);
});

it('names a missing color', () => {
  expect(() => nightColor('mauve')).toThrow('--color-mauve');
});
