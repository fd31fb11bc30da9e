import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { articleSummary } from '../../contract/records/article.ts';
import * as z from '../../contract/zod.ts';
import { parseArticle } from '../markdown/parse-article.ts';
import { coverPictures } from './cover-pictures.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'lorewright-cover-'));
});
afterAll(() => rm(dir, { recursive: true }));

const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' } });

async function picturesOf(fileName: string, bytes: Buffer | string, headline = 'H') {
  await writeFile(join(dir, fileName), bytes);
  return picturesBeside(fileName, headline);
}

function picturesBeside(fileName: string, headline = 'H') {
  const file = join(dir, 'a-map.md');
  const text = `---
slug: a-map
headline: ${headline}
author: A
createdAt: 2025-05-14
description: D
cover: ${fileName}
coverAlternative: A map.
---

Text.
`;
  return coverPictures(file, parseArticle(file, text));
}

const widthsOf = async (pictures: ReturnType<typeof picturesOf>) => [
  ...new Set((await pictures).record.cover?.pictures.map(({ width }) => width)),
];

it('creates several widths of both formats, and the preview for networks', async () => {
  const { record, files } = await picturesOf('wide.png', await photograph(2000, 900).png().toBuffer());
  expect(
    z.pick(articleSummary, { cover: true, coverImageUrl: true, socialImageUrl: true }).parse(record),
  ).toEqual(record);
  expect(record.cover).toMatchObject({ alternative: 'A map.', width: 1600, height: 720 });
  expect(files.map(({ key }) => key.replace(/[0-9a-f]{16}/, '<hash>'))).toEqual([
    'articles/a-map/<hash>-480.avif',
    'articles/a-map/<hash>-480.webp',
    'articles/a-map/<hash>-800.avif',
    'articles/a-map/<hash>-800.webp',
    'articles/a-map/<hash>-1200.avif',
    'articles/a-map/<hash>-1200.webp',
    'articles/a-map/<hash>-1600.avif',
    'articles/a-map/<hash>-1600.webp',
    'articles/a-map/social-<hash>.png',
  ]);
  expect(record.coverImageUrl).toBe(`/media/${files[5]?.key}`);
  expect(record.socialImageUrl).toBe(`/media/${files[8]?.key}`);
  for (const [index, { type, width }] of (record.cover?.pictures ?? []).entries()) {
    const drawn = await sharp(await files[index]?.draw()).metadata();
    expect(drawn).toMatchObject({
      format: type === 'image/avif' ? 'heif' : 'webp',
      width,
      height: 0.45 * width,
    });
  }
});

it('never enlarges a cover', async () => {
  const small = photograph(1000, 450).jpeg().toBuffer();
  expect(await widthsOf(picturesOf('small.jpg', await small))).toEqual([480, 800, 1000]);
});

it('draws an SVG sharply at every width', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 45"><path d="M0 0h50v45H0z"/></svg>';
  const { record, files } = await picturesOf('drawing.svg', svg);
  expect(record.cover).toMatchObject({ width: 1600, height: 720 });
  const row = await sharp(await files.at(-2)?.draw())
    .extractChannel('alpha')
    .raw()
    .toBuffer();
  // The edge in the middle is at most two pixels wide.
  expect([row[797], row[802]]).toEqual([255, 0]);
});

it('removes the metadata of a camera and rotates the picture upright', async () => {
  const exif = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
  // The picture is rotated: 900 wide and 2000 high as stored.
  const bytes = await photograph(900, 2000).withMetadata({ exif, orientation: 6 }).jpeg().toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const { record, files } = await picturesOf('camera.jpg', bytes);
  expect(record.cover).toMatchObject({ width: 1600, height: 720 });
  expect(await sharp(await files.at(-2)?.draw()).metadata()).toMatchObject({ width: 1600, height: 720 });
  for (const { draw } of files.slice(-3)) {
    const { exif, orientation, xmp, iptc } = await sharp(await draw()).metadata();
    expect({ exif, orientation, xmp, iptc }).toEqual({});
  }
});

it('changes the names only when the picture changes', async () => {
  const keysOf = async (pictures: ReturnType<typeof picturesOf>) =>
    (await pictures).files.map(({ key }) => key);
  const bytes = await photograph(1600, 720).png().toBuffer();
  const before = await keysOf(picturesOf('one.png', bytes));
  expect(await keysOf(picturesOf('same.png', bytes))).toEqual(before);
  const renamed = await keysOf(picturesOf('one.png', bytes, 'Another'));
  expect(renamed.filter((key) => !before.includes(key))).toEqual([expect.stringContaining('/social-')]);
  const other = await keysOf(
    picturesOf('other.png', await photograph(1600, 720).modulate({ hue: 90 }).png().toBuffer()),
  );
  expect(other.filter((key) => before.includes(key))).toEqual([]);
});

it.each<[string, string, () => Promise<Buffer>]>([
  ['is not a readable picture', 'text.png', async () => Buffer.from('hello')],
  ['is a gif', 'moving.gif', () => photograph(1600, 720).gif().toBuffer()],
  ['is 700 pixels wide', 'narrow.png', () => photograph(700, 300).png().toBuffer()],
  ['is 900 × 1000', 'high.png', () => photograph(900, 1000).png().toBuffer()],
  ['is 5000 × 1000', 'long.png', () => photograph(5000, 1000).png().toBuffer()],
  ['is too large', 'huge.png', () => photograph(9_000, 5_600).png().toBuffer()],
  ['is larger than 20 MB', 'heavy.png', async () => Buffer.alloc(20_000_001)],
])('rejects a cover that %s', async (problem, fileName, bytes) => {
  await expect(picturesOf(fileName, await bytes())).rejects.toThrow(`a-map.md:7: the cover "${fileName}" `);
  await expect(picturesBeside(fileName)).rejects.toThrow(problem);
});

it('rejects a cover that does not exist', async () => {
  await expect(picturesBeside('nowhere.png')).rejects.toThrow(
    'a-map.md:7: the cover "nowhere.png" does not exist',
  );
});

it('rejects a truncated cover', async () => {
  const whole = await sharp({
    create: {
      width: 1600,
      height: 720,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();
  const { files } = await picturesOf('half.jpg', whole.subarray(0, whole.length / 2));
  await expect(files[0]?.draw()).rejects.toThrow('a-map.md:7: the cover "half.jpg" is damaged');
});
