import { expect, it } from 'vitest';
import { readTextFile } from './read-text-file.ts';

it('reads Markdown, with or without a byte order mark', async () => {
  expect(await readTextFile(new File(['Kishōtenketsu'], 'a-map.md'))).toBe('Kishōtenketsu');
  expect(await readTextFile(new File(['\uFEFFA map'], 'a-map.md'))).toBe('A map');
});

it.each([
  ['map.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['zeros.bin', new Uint8Array([0, 0])],
])('explains that %s is not text', async (name, bytes) => {
  await expect(readTextFile(new File([bytes], name))).rejects.toThrow(`“${name}” is not a text file.`);
});
