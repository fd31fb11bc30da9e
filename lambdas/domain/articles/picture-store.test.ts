import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { StoredSection } from '../../../contract/records/article.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { pictureStore } from './picture-store.ts';

const client = testBuckets('media');
const pictures = pictureStore(client, 'media');

const photo = sharp({ create: { width: 30, height: 20, channels: 3, background: '#246' } })
  .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
  .jpeg();

it('stores a picture without EXIF, once under the same name', async () => {
  const file = await photo.toBuffer();
  const uploaded = await pictures.add(file);
  expect(uploaded).toEqual({
    url: expect.stringMatching(/^\/media\/pictures\/[0-9a-f]{16}\.jpg$/),
    width: 30,
    height: 20,
  });
  expect(await pictures.add(file)).toEqual(uploaded);
  const object = { Bucket: 'media', Key: uploaded.url.slice('/media/'.length) };
  expect(await client.send(new HeadObjectCommand(object))).toMatchObject({
    ContentType: 'image/jpeg',
    CacheControl: 'public, max-age=31536000, immutable',
  });
  const { Body: body } = await client.send(new GetObjectCommand(object));
  const stored = Buffer.from((await body?.transformToByteArray()) ?? []);
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
});

it('refuses a text with a picture that does not exist, by its name', async () => {
  const { url } = await pictures.add(await photo.toBuffer());
  const section = (of: string): StoredSection => ({
    type: 'picture',
    url: of,
    alternative: 'A coast.',
    width: 30,
    height: 20,
  });
  await pictures.require([section(url), { type: 'paragraph', content: 'Text.' }]);
  await expect(pictures.require([section(url), section('/media/letters/none.png')])).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('The picture /media/letters/none.png does not exist.'),
  });
});
