import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureFiles } from '../../contract/content/picture-files.ts';
import { textPictures } from './text-pictures.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lorewright-pictures-'));
});
afterAll(() => rm(dir, { recursive: true }));

const fill = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } });
const top = '---\nslug: a-map\n---\n\n';
const read = (body: string) => textPictures(join(dir, 'a-map.md'), top + body);

describe('textPictures', () => {
  it('replaces files next to the text by pictures of the site, in the widths of a cover and without EXIF', async () => {
    const photo = fill(2000, 998).withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } });
    await photo.jpeg().toFile(join(dir, 'a coast.jpg'));
    await fill(300, 200).png().toFile(join(dir, 'map.png'));
    const { text, files } = await read('One.\n\n![A [coast]](a%20coast.jpg)\n\nTwo.\n\n![A map](map.png)\n');
    const [, coast = '', map = ''] =
      /^One\.\n\n!.*\((.*) "1600x798"\)\n\nTwo\.\n\n!\[A map\]\((.*) "300x200"\)\n$/.exec(
        text.replace(top, ''),
      ) ?? [];
    expect(text).toContain('![A \\[coast\\]](/media/pictures/');
    // The page finds all widths by the name of the widest.
    const expected = [
      ...pictureFiles({ url: coast, width: 1600, height: 798 }).map((file) => ({ ...file, format: 'jpeg' })),
      { url: map, width: 300, height: 200, format: 'png' },
    ];
    const drawn = await Promise.all(
      files.map(async ({ key, draw }) => ({
        url: `/media/${key}`,
        ...(await sharp(await draw()).metadata()),
      })),
    );
    expect(drawn).toMatchObject(expected);
    expect(files.map(({ type }) => type)).toEqual(expected.map(({ format }) => `image/${format}`));
    for (const { exif } of drawn) expect(exif).toBeUndefined();
  });

  it('turns a photo as its camera was held', async () => {
    await fill(60, 30).withMetadata({ orientation: 6 }).jpeg().toFile(join(dir, 'turned.jpg'));
    const { text, files } = await read('![A tower](turned.jpg)');
    expect(text).toContain('"30x60"');
    expect(await sharp(await files[0]?.draw()).metadata()).toMatchObject({ width: 30, height: 60 });
  });

  it('leaves other pictures and texts as they are', async () => {
    const body = '![A map](/media/map.png "1x1")\n\n![x](https://elsewhere.test/a.png)\n\n`![y](no.png)`\n';
    expect(await read(body)).toEqual({ text: top + body, files: [] });
  });

  it('names the picture and its line when the file cannot be used', async () => {
    await writeFile(join(dir, 'text.png'), 'Text.');
    await fill(100, 300).png().toFile(join(dir, 'high.png'));
    await sharp(join(dir, 'high.png'))
      .resize({ width: 100, height: 4001, fit: 'fill' })
      .toFile(join(dir, 'tower.png'));
    await expect(read('![A map](none.png)')).rejects.toThrow(
      'a-map.md:5: the picture "none.png" does not exist',
    );
    await expect(read('![A map](text.png)')).rejects.toThrow(
      'the picture "text.png" is not a readable picture',
    );
    await expect(read('![A map](tower.png)')).rejects.toThrow(
      'is 100 × 4001; the limit of its height is 4000',
    );
  });
});
