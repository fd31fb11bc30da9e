import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { resourceKey } from '../../../contract/rules/resource-files.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { resourceLink } from './resource-link.ts';

const s3 = testBuckets('builds');

async function addResource(file: string): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: 'builds', Key: resourceKey(file), Body: `This is ${file}.` }));
}

describe('resourceLink', () => {
  it.each([
    ['tutorial.json', 'tutorial.json'],
    ['story-structures/quest.json', 'quest.json'],
    ['story-structures/long/saga.json', 'saga.json'],
  ])('downloads %s with its own name: %s', async (file, fileName) => {
    await addResource(file);
    const link = await resourceLink(s3, 'builds', file);
    expect(link.fileName).toBe(fileName);
    const response = await fetch(link.url);
    expect(await response.text()).toBe(`This is ${file}.`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
  });

  it('works for five minutes', async () => {
    await addResource('tutorial.json');
    const { url } = await resourceLink(s3, 'builds', 'tutorial.json');
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('300');
  });

  it('does not link to a file that does not exist', async () => {
    await expect(resourceLink(s3, 'builds', 'gone.json')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('throws the error of S3 when S3 does not answer, because the file may exist', async () => {
    const failure = new Error('S3 is away.');
    const away = { send: () => Promise.reject(failure) } as unknown as S3Client;
    await expect(resourceLink(away, 'builds', 'tutorial.json')).rejects.toBe(failure);
  });
});
