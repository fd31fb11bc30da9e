import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { resourceKey } from '../../../contract/rules/resource-files.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { findResource } from './find-resource.ts';

const s3 = testBuckets('builds');

describe('findResource', () => {
  it.each(['tutorial.json', 'story-structures/quest.json'])('finds %s', async (file) => {
    await s3.send(new PutObjectCommand({ Bucket: 'builds', Key: resourceKey(file), Body: '{}' }));
    expect(await findResource(s3, 'builds', file)).toEqual({ key: `resources/${file}` });
  });

  it('does not find a file that does not exist', async () => {
    await expect(findResource(s3, 'builds', 'gone.json')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('throws the error of S3 when S3 does not respond, because the file may exist', async () => {
    const failure = new Error('S3 is unavailable.');
    const broken = { send: () => Promise.reject(failure) } as unknown as S3Client;
    await expect(findResource(broken, 'builds', 'tutorial.json')).rejects.toBe(failure);
  });
});
