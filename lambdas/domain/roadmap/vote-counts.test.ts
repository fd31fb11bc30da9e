import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { etagOf } from '../articles/blog-store.ts';
import { publishVotes } from './vote-counts.ts';

const s3 = mockClient(S3Client);
const publish = () =>
  publishVotes({
    votes: { readShown: async () => ({ marketplace: 12 }) },
    s3: new S3Client({ region: 'us-east-1' }),
    bucket: 'site',
  });

beforeEach(() => {
  s3.reset();
  s3.on(ListObjectsV2Command).resolves({});
  s3.on(PutObjectCommand).resolves({});
});

describe('publishVotes', () => {
  it('writes numbers that differ from the published ones', async () => {
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ ETag: etagOf('{}') }] });
    await publish();
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      Bucket: 'site',
      Key: 'roadmap/votes.json',
      Body: '{"marketplace":12}',
      ContentType: 'application/json',
      CacheControl: 'public, max-age=0, must-revalidate',
    });
  });

  it('writes nothing while the numbers stay', async () => {
    s3.on(ListObjectsV2Command, { Bucket: 'site', Prefix: 'roadmap/votes.json' }).resolves({
      Contents: [{ ETag: etagOf('{"marketplace":12}') }],
    });
    await publish();
    expect(s3.commandCalls(PutObjectCommand)).toEqual([]);
  });
});
