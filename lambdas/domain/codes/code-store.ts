import { createHash } from 'node:crypto';
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type CodeBatch,
  codeBatch,
  type Redemption,
  redemption,
} from '../../../contract/records/code-batch.ts';
import { codeAlphabet, codeGroupLength, codeGroups } from '../../../contract/rules/license-codes.ts';
import { backOff } from '../../platform/back-off.ts';
import {
  type TransactionPart,
  updateOf,
  writeRecorded,
  writeTogether,
} from '../../platform/conditional-write.ts';
import { queryPage } from '../../platform/query-page.ts';
import { randomText } from '../../platform/random-text.ts';
import { readItem } from '../../platform/read-item.ts';
import { readEveryPage } from '../../platform/read-pages.ts';

export type CodeStore = ReturnType<typeof codeStore>;

interface StoredCode extends Partial<Redemption> {
  batchId: string;
}

/** The most that DynamoDB writes at once. */
const writeSize = 25;
const parallelWrites = 4;

const batchKey = (batchId: string) => ({ id: `batch#${batchId}` });
const codeKey = (hash: string) => ({ id: `code#${hash}` });
/** The group of all batches in the index; the codes of a batch are a separate group. */
const allBatches = 'batches';

/** The Codes table: batches of codes, and the hash of each code. */
export function codeStore(client: DynamoDBDocumentClient, tableName: string) {
  const changeStatus = (batchId: string, from: CodeBatch['status'][], to: CodeBatch['status']) => ({
    Update: updateOf(
      tableName,
      batchKey(batchId),
      from.map((_, index) => `#status = :from${index}`).join(' OR '),
      'SET #status = :to',
      { to, ...Object.fromEntries(from.map((status, index) => [`from${index}`, status])) },
    ),
  });

  async function writeAll(batchId: string, hashes: string[]): Promise<void> {
    let left: Record<string, unknown>[] = hashes.map((hash) => ({
      PutRequest: { Item: { ...codeKey(hash), batchId, group: batchId, sortKey: hash } },
    }));
    for (let attempt = 1; left.length > 0; attempt++) {
      if (attempt > 1) await backOff(attempt);
      const { UnprocessedItems: rest = {} } = await client.send(
        new BatchWriteCommand({ RequestItems: { [tableName]: left } }),
      );
      left = rest[tableName] ?? [];
    }
  }

  const page = (group: string, cursor: string | undefined, size: number, filter?: string) =>
    queryPage(client, {
      tableName,
      indexName: 'byGroup',
      key: { name: 'group', value: group },
      cursor,
      size,
      ...(filter ? { more: { FilterExpression: filter } } : {}),
    });

  return {
    async findBatch(batchId: string): Promise<CodeBatch | undefined> {
      const item = await readItem(client, tableName, batchKey(batchId));
      return item && codeBatch.parse(item);
    },

    findCode: (hash: string) => readItem<StoredCode>(client, tableName, codeKey(hash)),

    /** @returns false when there is such a batch */
    create: (batch: CodeBatch, audit: TransactionPart): Promise<boolean> =>
      writeTogether(client, [
        {
          Put: {
            TableName: tableName,
            Item: { ...batchKey(batch.batchId), ...batch, group: allBatches, sortKey: batch.createdAt },
            ConditionExpression: 'attribute_not_exists(id)',
          },
        },
        audit,
      ]),

    /** Stores codes of a batch. They work when the batch is valid. */
    async addCodes(batchId: string, hashes: string[]): Promise<void> {
      const groups = Array.from({ length: Math.ceil(hashes.length / writeSize) }, (_, index) =>
        hashes.slice(index * writeSize, (index + 1) * writeSize),
      );
      const writeNext = async (): Promise<void> => {
        for (let group = groups.pop(); group; group = groups.pop()) await writeAll(batchId, group);
      };
      await Promise.all(Array.from({ length: parallelWrites }, writeNext));
    },

    /** Makes the codes of a complete batch work. @returns false if it was revoked before that */
    activate: (batchId: string, audit: TransactionPart): Promise<boolean> =>
      writeTogether(client, [changeStatus(batchId, ['incomplete'], 'valid'), audit]),

    /**
     * Ends the codes that nobody has redeemed.
     * @returns `repeated` when the audit entry exists already, and `outdated` when another action has ended the codes
     */
    revoke: (batchId: string, audit: TransactionPart) =>
      writeRecorded(client, audit, changeStatus(batchId, ['incomplete', 'valid'], 'revoked')),

    /** The parts of a transaction that redeems a code. They fail for a code that is used, or whose batch does not work. */
    redemption: (batchId: string, hash: string, { redeemedAt, orderId }: Redemption): TransactionPart[] => [
      {
        Update: updateOf(
          tableName,
          codeKey(hash),
          'attribute_exists(id) AND attribute_not_exists(orderId)',
          'SET orderId = :orderId, redeemedAt = :at',
          { orderId, at: redeemedAt },
        ),
      },
      {
        Update: updateOf(tableName, batchKey(batchId), '#status = :valid', 'ADD redeemedCount :one', {
          valid: 'valid',
          one: 1,
        }),
      },
    ],

    /** A page of batches, latest first. */
    async batches(
      cursor: string | undefined,
      size: number,
    ): Promise<{ batches: CodeBatch[]; next?: string }> {
      const { items, next } = await page(allBatches, cursor, size);
      return { batches: items.map((item) => codeBatch.parse(item)), ...(next ? { next } : {}) };
    },

    /** The redeemed codes of a batch, not sorted. The index may lag behind for a moment. */
    async redemptionsOf(batchId: string): Promise<Redemption[]> {
      const items = await readEveryPage((cursor) => page(batchId, cursor, 500, 'attribute_exists(orderId)'));
      return items.map((item) => redemption.parse(item));
    },
  };
}

/** A code, such as `7K3M-QXTB-9WBD-H2PA`. */
export function newCode(): string {
  return Array.from({ length: codeGroups }, () => randomText(codeAlphabet, codeGroupLength)).join('-');
}

/** The stored form of the characters of a code. They are random and have 80 bits, so a fast hash is enough. */
export function hashCode(characters: string): string {
  return createHash('sha256').update(characters).digest('base64url');
}
