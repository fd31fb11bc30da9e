import { ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { votesFile } from '../../../contract/rules/roadmap-votes.ts';
import { etagOf } from '../articles/blog-store.ts';
import type { VoteCounts } from './vote-counts.ts';

interface PublishDependencies {
  votes: Pick<VoteCounts, 'readShown'>;
  s3: S3Client;
  bucket: string;
}

/** Writes the numbers of votes that the site shows, if they have changed since the last time. Safe to repeat. */
export async function publishVotes({ votes, s3, bucket }: PublishDependencies): Promise<void> {
  const content = JSON.stringify(await votes.readShown());
  const { Contents: [published] = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: votesFile }),
  );
  if (published?.ETag === etagOf(content)) return;
  await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: votesFile,
      Body: content,
      ContentType: 'application/json',
      CacheControl: cacheControl.pages,
    }),
  );
}
