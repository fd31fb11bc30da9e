import { describe, expect, it } from 'vitest';
import { pictureFiles, pictureKey, plainFile, sizesOf } from './picture-files.ts';

const hash = '0123456789abcdef';
const pictureOf = (width: number, height: number) => ({
  url: `/media/${pictureKey(hash, { width, height }, 'jpg')}`,
  width,
  height,
});
const namesOf = (width: number, height: number) =>
  pictureFiles(pictureOf(width, height)).map(({ url }) => url.replace(`/media/pictures/${hash}-`, ''));

describe('pictureFiles', () => {
  it.each([
    [1600, 1201, ['480x360.jpg', '800x601.jpg', '1200x901.jpg', '1600x1201.jpg']],
    [1200, 600, ['480x240.jpg', '800x400.jpg', '1200x600.jpg']],
    [500, 100, ['480x96.jpg', '500x100.jpg']],
    [480, 100, ['480x100.jpg']],
  ])('returns the widths of a picture of %d × %d pixels, none wider', (width, height, names) => {
    expect(namesOf(width, height)).toEqual(names);
    expect(pictureFiles(pictureOf(width, height)).at(-1)).toEqual(pictureOf(width, height));
  });

  it.each(['/media/pictures/0123456789abcdef.jpg', '/media/letters/map-1600x800.png'])(
    'returns one file for %s, which was uploaded by hand or has no size in its name',
    (url) => {
      const picture = { url, width: 1600, height: 800 };
      expect(pictureFiles(picture)).toEqual([picture]);
      expect(plainFile(picture)).toEqual(picture);
    },
  );
});

describe('plainFile', () => {
  it.each([
    [1600, 800, pictureOf(1200, 600)],
    [1300, 650, pictureOf(1200, 600)],
    [1000, 500, pictureOf(1000, 500)],
  ])('of a picture of %d × %d pixels has at most 1,200 pixels of width', (width, height, expected) => {
    expect(plainFile(pictureOf(width, height))).toEqual(expected);
  });

  it('has an absolute URL if the picture has one', () => {
    const picture = { ...pictureOf(1600, 800), url: `https://site.test${pictureOf(1600, 800).url}` };
    expect(plainFile(picture).url).toBe(`https://site.test${pictureOf(1200, 600).url}`);
  });
});

it('makes no picture lower than a pixel', () => {
  expect(sizesOf({ width: 1600, height: 1 })[0]).toEqual({ width: 480, height: 1 });
});
