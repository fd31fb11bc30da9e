import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { publishedKeys } from './published-keys.ts';

const bucket = mockClient(S3Client);
const start = Date.parse('2026-11-23T10:00:00Z');
const inSeconds = (seconds: number) => new Date(start + seconds * 1000);
const publish = (kid: string) =>
  bucket.on(GetObjectCommand).callsFake(async () => ({
    Body: { transformToString: async () => JSON.stringify({ keys: [{ kid }] }) },
  }));
const reads = () => bucket.commandCalls(GetObjectCommand).length;

beforeEach(() => {
  bucket.reset();
  publish('key-1');
});

describe('publishedKeys', () => {
  it('reads the published file once in five minutes', async () => {
    const keys = publishedKeys(new S3Client({}), 'site');
    expect(await keys.read(inSeconds(0))).toEqual({ keys: [{ kid: 'key-1' }] });
    publish('key-2');
    expect(await keys.read(inSeconds(299))).toEqual({ keys: [{ kid: 'key-1' }] });
    expect(await keys.read(inSeconds(300))).toEqual({ keys: [{ kid: 'key-2' }] });
    expect(reads()).toBe(2);
    expect(bucket.commandCalls(GetObjectCommand)[0]?.args[0].input).toEqual({
      Bucket: 'site',
      Key: '.well-known/lorewright-license-keys.json',
    });
  });

  it('reads it again for an unknown key, once in a minute', async () => {
    const keys = publishedKeys(new S3Client({}), 'site');
    await keys.read(inSeconds(0));
    publish('key-2');
    expect(await keys.readAgain(inSeconds(59))).toEqual({ keys: [{ kid: 'key-1' }] });
    expect(await keys.readAgain(inSeconds(60))).toEqual({ keys: [{ kid: 'key-2' }] });
    expect(await keys.readAgain(inSeconds(119))).toEqual({ keys: [{ kid: 'key-2' }] });
    expect(reads()).toBe(2);
  });

  it('keeps the keys in memory while S3 is unavailable', async () => {
    const keys = publishedKeys(new S3Client({}), 'site');
    await keys.read(inSeconds(0));
    bucket.on(GetObjectCommand).rejects(new Error('S3 is unavailable.'));
    expect(await keys.read(inSeconds(600))).toEqual({ keys: [{ kid: 'key-1' }] });
    publish('key-2');
    expect(await keys.read(inSeconds(601))).toEqual({ keys: [{ kid: 'key-2' }] });
  });

  it('fails without the file, and reads it when it is there', async () => {
    const keys = publishedKeys(new S3Client({}), 'site');
    bucket.on(GetObjectCommand).rejects(new Error('Access Denied'));
    await expect(keys.read(inSeconds(0))).rejects.toThrow('Access Denied');
    publish('key-1');
    expect(await keys.read(inSeconds(1))).toEqual({ keys: [{ kid: 'key-1' }] });
  });
});
