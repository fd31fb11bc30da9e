import { expect, it } from 'vitest';
import { readTextFile } from './article-fields.tsx';

it('reads Markdown, with or without a byte order mark', async () => {
  expect(await readTextFile(new File(['Kishōtenketsu'], 'a-map.md'))).toBe('Kishōtenketsu');
  expect(await readTextFile(new File(['\uFEFFA map'], 'a-map.md'))).toBe('A map');
});

it.each([
  [
    'map.png',
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0],
    '“map.png”, line 3, is not a text file.',
  ],
  ['ansi.md', [0x0a, 0x43, 0xe9], '“ansi.md”, line 2, has a character that is not UTF-8: save'],
])('explains why %s is not read', async (name, bytes, sentence) => {
  await expect(readTextFile(new File([new Uint8Array(bytes)], name))).rejects.toThrow(sentence);
});
