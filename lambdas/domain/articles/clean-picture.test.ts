import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanPicture } from './clean-picture.ts';

/** A photo with a place, a comment and a copyright. */
const photo = (format: 'png' | 'jpeg', { width = 60, height = 40, progressive = false } = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#864' } })
    .composite([
      { input: Buffer.from('<svg width="20" height="20"><circle r="9" cx="9" cy="9" fill="#fff"/></svg>') },
    ])
    .withExif({ IFD0: { Copyright: 'A secret photographer' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .withIccProfile('p3')
    [format]({ progressive })
    .toBuffer();
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

/** A chunk of a PNG with text; the checksum is not read. */
const textChunk = Buffer.concat([
  Buffer.from('0000000c', 'hex'),
  Buffer.from('tEXtsecret\0value'),
  Buffer.alloc(4),
]);
const comment = Buffer.concat([Buffer.from('fffe0008', 'hex'), Buffer.from('secret')]);

describe('cleanPicture', () => {
  it.each([
    ['png', false],
    ['jpeg', false],
    ['jpeg', true],
  ] as const)('removes the metadata of a %s (progressive: %s), and no pixel', async (format, progressive) => {
    const file = await photo(format, { progressive });
    const before = await sharp(file).metadata();
    expect([before.exif, before.xmp]).toEqual([expect.any(Buffer), expect.any(Buffer)]);
    const { type, width, height, bytes } = cleanPicture(file);
    expect([type, width, height]).toEqual([`image/${format}`, 60, 40]);
    const after = await sharp(bytes).metadata();
    expect([after.exif, after.xmp, after.icc]).toEqual([undefined, undefined, before.icc]);
    expect(bytes.includes('secret')).toBe(false);
    expect(await pixelsOf(bytes)).toEqual(await pixelsOf(file));
  });

  it('removes texts, comments and bytes after the end', async () => {
    const png = await photo('png');
    const jpeg = await photo('jpeg');
    for (const file of [
      Buffer.concat([png.subarray(0, 33), textChunk, png.subarray(33), Buffer.from('secret')]),
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from('secret')]),
    ]) {
      expect(file.includes('secret')).toBe(true);
      expect(cleanPicture(file).bytes.includes('secret')).toBe(false);
    }
  });

  it('changes nothing in a clean picture', async () => {
    const { bytes } = cleanPicture(await photo('jpeg'));
    expect(cleanPicture(bytes).bytes).toEqual(bytes);
  });

  it('refuses other files, and pictures that are too large', async () => {
    for (const file of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '\x89PNG'])
      expect(() => cleanPicture(Buffer.from(file, 'latin1'))).toThrow(
        'The file is not a PNG or JPEG picture.',
      );
    const wide = await photo('png', { width: 1601 });
    expect(() => cleanPicture(wide)).toThrow('The picture has 1601 × 40 pixels; the limit is 1600 × 4000.');
  });

  it.each(['png', 'jpeg'] as const)('refuses a %s that ends anywhere before its end', async (format) => {
    const { bytes } = cleanPicture(await photo(format));
    for (let length = 8; length < bytes.length; length++)
      expect(() => cleanPicture(bytes.subarray(0, length))).toThrow('The picture is damaged.');
  });
});
