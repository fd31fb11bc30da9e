import { ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { roadmapItemIds } from '../../../contract/content/roadmap-items.ts';
import { cacheControl } from '../../../contract/rules/cache-control.ts';
import { fewestShownVotes, type ShownVotes, votesFile } from '../../../contract/rules/roadmap-votes.ts';
import type { TransactionPart } from '../../platform/conditional-write.ts';
import { readBatches } from '../../platform/read-batches.ts';
import { readItem } from '../../platform/read-item.ts';
import { etagOf } from '../articles/blog-store.ts';

export type VoteCounts = ReturnType<typeof voteCounts>;

/**
 * The number of votes for each item of the roadmap, in the Feedback table. One transaction changes a number and the vote in the record of
 * the person, so they never differ. Without author and state, these items are in no index of the table.
 */
export function voteCounts(client: DynamoDBDocumentClient, tableName: string) {
  const keyOf = (item: string) => ({ feedbackId: `votes#${item}` });
  const shown = (votes: unknown) => Number(votes ?? 0) >= fewestShownVotes;

  return {
    /** Changes a number, in the transaction that changes the vote of a person. */
    change: (item: string, by: 1 | -1): TransactionPart => ({
      Update: {
        TableName: tableName,
        Key: keyOf(item),
        UpdateExpression: 'ADD votes :by',
        ExpressionAttributeValues: { ':by': by },
      },
    }),

    /** Reads a number; undefined if it is too small to be shown. */
    async read(item: string): Promise<number | undefined> {
      const found = await readItem(client, tableName, keyOf(item));
      return shown(found?.votes) ? Number(found?.votes) : undefined;
    },

    /** Reads all numbers that are shown, in the order of the ids, so that equal numbers make equal files. */
    async readShown(): Promise<ShownVotes> {
      const numbers = new Map<unknown, unknown>();
      for await (const items of readBatches(client, tableName, roadmapItemIds.map(keyOf)))
        for (const { feedbackId, votes } of items) numbers.set(feedbackId, votes);
      const votesOf = (item: string) => numbers.get(keyOf(item).feedbackId);
      return Object.fromEntries(
        roadmapItemIds.filter((item) => shown(votesOf(item))).map((item) => [item, Number(votesOf(item))]),
      );
    },
  };
}

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
