import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictureFiles, sizesOf } from '../../../contract/content/picture-files.ts';
import type { StoredSection } from '../../../contract/records/article.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { pictureStore } from './picture-store.ts';

const client = testBuckets('media');
const pictures = pictureStore(client, 'media');

const photoOf = (width: number, height: number, color = '#246') =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
const widthsOf = (width: number, height: number, color?: string) =>
  Promise.all(sizesOf({ width, height }).map((size) => photoOf(size.width, size.height, color)));

const objectOf = (url: string) => ({ Bucket: 'media', Key: url.replace('/media/', '') });
const keys = async () => {
  const { Contents: contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'media' }));
  return contents.map(({ Key: key }) => key).sort();
};

describe('add', () => {
  it('stores each width of a picture without EXIF, once under the same names', async () => {
    const files = await widthsOf(900, 450);
    const uploaded = await pictures.add(files);
    expect(uploaded).toEqual({
      url: expect.stringMatching(/^\/media\/pictures\/[0-9a-f]{16}-900x450\.jpg$/),
      width: 900,
      height: 450,
    });
    const stored = await keys();
    expect(await pictures.add(files)).toEqual(uploaded);
    expect(await keys()).toEqual(stored);
    for (const { url, width, height } of pictureFiles(uploaded)) {
      expect(await client.send(new HeadObjectCommand(objectOf(url)))).toMatchObject({
        ContentType: 'image/jpeg',
        CacheControl: 'public, max-age=31536000, immutable',
      });
      const { Body: body } = await client.send(new GetObjectCommand(objectOf(url)));
      const shown = await sharp(await body?.transformToByteArray()).metadata();
      expect(shown).toMatchObject({ width, height });
      expect(shown.exif).toBeUndefined();
    }
  });

  it('gives other names to a picture that differs in one width', async () => {
    const [narrow, ...others] = await widthsOf(900, 450);
    const [other] = await widthsOf(900, 450, '#642');
    const { url } = await pictures.add([narrow, ...others].filter((file) => file !== undefined));
    expect((await pictures.add([other, ...others].filter((file) => file !== undefined))).url).not.toBe(url);
  });

  it('refuses a text with a picture whose upload was interrupted, until it is repeated', async () => {
    const files = await widthsOf(1600, 320);
    let puts = 0;
    const interrupted = pictureStore(
      {
        send: (command: PutObjectCommand) => {
          if (++puts === 4) throw new Error('The function has ended.');
          return client.send(command);
        },
      } as unknown as S3Client,
      'media',
    );
    await expect(interrupted.add(files)).rejects.toThrow('The function has ended.');
    const [first] = (await keys()).filter((key) => key?.includes('-480x96.'));
    const url = `/media/${first?.replace('480x96', '1600x320')}`;
    await expect(pictures.require([sectionOf(url)])).rejects.toThrow(`The picture ${url} does not exist.`);
    expect((await pictures.add(files)).url).toBe(url);
    await pictures.require([sectionOf(url)]);
  });

  it.each<[string, () => Promise<Buffer[]>]>([
    ['without a width', async () => (await widthsOf(900, 450)).toSpliced(1, 1)],
    ['with a width twice', async () => (await widthsOf(900, 450)).toSpliced(1, 0, await photoOf(800, 400))],
    ['with another proportion', async () => (await widthsOf(900, 450)).with(1, await photoOf(800, 402))],
    ['in two formats', async () => (await widthsOf(900, 450)).with(1, await pngOf(800, 400))],
    ['in the other order', async () => (await widthsOf(900, 450)).reverse()],
  ])('refuses a picture %s, and stores nothing', async (_what, files) => {
    const before = await keys();
    await expect(pictures.add(await files())).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'The files are not one picture in its widths. Add the picture again.',
    });
    expect(await keys()).toEqual(before);
  });

  it('refuses files with more than 3 MB together', async () => {
    const half = Buffer.alloc(1_500_001);
    await expect(pictures.add([half, half])).rejects.toThrow('The picture has more than 3 MB');
  });
});

const pngOf = async (width: number, height: number) =>
  sharp(await photoOf(width, height))
    .png()
    .toBuffer();

const sectionOf = (url: string): StoredSection => ({
  type: 'picture',
  url,
  alternative: 'A coast.',
  width: 30,
  height: 20,
});

it('refuses a text with a picture that does not exist, by its name', async () => {
  const { url } = await pictures.add(await widthsOf(30, 20));
  await pictures.require([sectionOf(url), { type: 'paragraph', content: 'Text.' }]);
  await expect(
    pictures.require([sectionOf(url), sectionOf('/media/letters/none.png')]),
  ).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('The picture /media/letters/none.png does not exist.'),
  });
});
