import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  deliveryCounts,
  type ListedMailing,
  listedMailing,
  type Mailing,
  type MailingStatus,
  type MailingSummary,
  mailing,
  mailingSummary,
  type PauseReason,
} from '../../../contract/records/mailing.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { mailLogDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import * as z from '../../../contract/zod.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { succeeds, type TransactionPart, writeTogether } from '../../platform/conditional-write.ts';
import { queryPage } from '../../platform/query-page.ts';
import { readBatches } from '../../platform/read-batches.ts';

const storedMailing = z.extend(mailing, {
  /** The user id of the last account that was visited; missing before the first. */
  visitedUpTo: z.optional(z.string()),
  /** The counts when it was last resumed. */
  resumedWith: z.optional(deliveryCounts),
});

export type StoredMailing = z.infer<typeof storedMailing>;

/** The outcomes of the accounts of a batch. */
export interface BatchResult {
  sent: number;
  skipped: number;
  uncertainIds: string[];
}

/** The admin who approved a mailing, the time, and the number of subscribers. */
export type Approval = Required<Pick<Mailing, 'approvedBy' | 'approvedAt' | 'expected'>>;

type Schedule = NonNullable<Mailing['schedule']>;

/** The mail log no longer contains the recipients of mailings that were approved before this time. */
export const oldestResumable = (now: Date): string =>
  new Date(now.getTime() - mailLogDays * secondsPerDay * 1000).toISOString();

export type MailingStore = ReturnType<typeof mailingStore>;

/** The Mailings table. A change that the audit may record is returned as a part of a transaction; `write` writes it without an entry. */
export function mailingStore(client: DynamoDBDocumentClient, tableName: string) {
  const updateOf = (slug: string, change: Change) => ({ TableName: tableName, Key: { slug }, ...change });
  const pauseOf = (slug: string, reason: PauseReason, problem?: string) =>
    updateOf(slug, {
      ConditionExpression: '#status = :sending',
      UpdateExpression: `SET #status = :paused, pauseReason = :reason${problem ? ', problem = :problem' : ''}`,
      ExpressionAttributeValues: {
        ':sending': 'sending',
        ':paused': 'paused',
        ':reason': reason,
        ...(problem ? { ':problem': problem } : {}),
      },
      ...statusName,
    });
  const unscheduleOf = (slug: string, seen: string, now: Date, problem?: string) =>
    updateOf(slug, {
      ConditionExpression: '#status = :scheduled AND updatedAt = :seen',
      UpdateExpression: `SET #status = :draft, updatedAt = :now${problem ? ', problem = :problem' : ''} REMOVE schedule`,
      ExpressionAttributeValues: {
        ':draft': 'draft',
        ':scheduled': 'scheduled',
        ':seen': seen,
        ':now': now.toISOString(),
        ...(problem ? { ':problem': problem } : {}),
      },
      ...statusName,
    });
  const statusName = { ExpressionAttributeNames: { '#status': 'status' } };

  /** A page of the mailings in a state, latest first. */
  async function page(
    status: MailingStatus,
    cursor?: string,
  ): Promise<{ mailings: MailingSummary[]; next?: string }> {
    const { items, ...rest } = await queryPage(client, {
      tableName,
      indexName: 'byStatus',
      key: { name: 'status', value: status },
      cursor,
      size: deskPageSize,
    });
    return { mailings: items.map((item) => mailingSummary.parse(plain(item))), ...rest };
  }

  return {
    async find(slug: string): Promise<StoredMailing | undefined> {
      const { Item: item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { slug }, ConsistentRead: true }),
      );
      return item && storedMailing.parse(plain(item));
    },

    page,

    /** A page of the mailings in a state with the fields that the index does not contain, latest first. */
    async list(
      status: MailingStatus,
      cursor?: string,
    ): Promise<{ mailings: ListedMailing[]; next?: string }> {
      const { mailings, ...rest } = await page(status, cursor);
      const whole = new Map<unknown, Record<string, unknown>>();
      const keys = mailings.map(({ slug }) => ({ slug }));
      for await (const items of readBatches(client, tableName, keys))
        for (const item of items) whole.set(item.slug, item);
      const listed = mailings.flatMap(({ slug }) => {
        const item = whole.get(slug);
        // The index may be older than the table.
        return item?.status === status ? [listedMailing.parse(plain(item))] : [];
      });
      return { mailings: listed, ...rest };
    },

    /** All mailings in a state, latest first. */
    async all(status: MailingStatus): Promise<MailingSummary[]> {
      const found: MailingSummary[] = [];
      let cursor: string | undefined;
      do {
        const { mailings, next } = await page(status, cursor);
        found.push(...mailings);
        cursor = next;
      } while (cursor !== undefined);
      return found;
    },

    /**
     * Writes all changes, or none.
     * @returns false when a condition failed
     */
    write: (...changes: TransactionPart[]): Promise<boolean> => writeTogether(client, changes),

    /** Adds a mailing that the site has drafted, unless there was one with this slug. */
    add: (
      written: WrittenMailing,
      text: string,
      now: Date,
      status: Extract<MailingStatus, 'draft' | 'discarded'>,
    ): TransactionPart => ({
      Put: {
        TableName: tableName,
        Item: itemOf(written, text, now, status),
        ConditionExpression: 'attribute_not_exists(slug)',
      },
    }),

    /**
     * Adds a draft, or replaces the one that the caller saw. A discarded one counts as none.
     * @param seen its `updatedAt`; undefined if there was none
     */
    saveDraft: (
      written: WrittenMailing,
      text: string,
      now: Date,
      seen: string | undefined,
    ): TransactionPart => ({
      Put: {
        TableName: tableName,
        Item: itemOf(written, text, now, 'draft'),
        ...(seen === undefined
          ? {
              ConditionExpression: 'attribute_not_exists(slug) OR #status = :discarded',
              ExpressionAttributeValues: { ':discarded': 'discarded' },
            }
          : {
              ConditionExpression: '#status = :draft AND updatedAt = :seen',
              ExpressionAttributeValues: { ':draft': 'draft', ':seen': seen },
            }),
        ...statusName,
      },
    }),

    /** Discards the draft that the caller saw. */
    discardDraft: (slug: string, seen: string): TransactionPart => ({
      Update: updateOf(slug, {
        ConditionExpression: '#status = :draft AND updatedAt = :seen',
        UpdateExpression: 'SET #status = :discarded',
        ExpressionAttributeValues: { ':draft': 'draft', ':discarded': 'discarded', ':seen': seen },
        ...statusName,
      }),
    }),

    /** Begins the sending of the draft that the caller saw. */
    approve: (
      slug: string,
      seen: string,
      { approvedBy, approvedAt, expected }: Approval,
    ): TransactionPart => ({
      Update: updateOf(slug, {
        ConditionExpression: '#status = :draft AND updatedAt = :seen',
        UpdateExpression:
          'SET #status = :sending, approvedBy = :by, approvedAt = :at, expected = :expected REMOVE problem',
        ExpressionAttributeValues: {
          ':draft': 'draft',
          ':sending': 'sending',
          ':seen': seen,
          ':by': approvedBy,
          ':at': approvedAt,
          ':expected': expected,
        },
        ...statusName,
      }),
    }),

    /** Lets the mailing that the caller saw start at a time. */
    schedule: (slug: string, seen: string, schedule: Schedule, now: Date): TransactionPart => ({
      Update: updateOf(slug, {
        ConditionExpression: '#status IN (:draft, :scheduled) AND updatedAt = :seen',
        UpdateExpression: 'SET #status = :scheduled, schedule = :schedule, updatedAt = :now REMOVE problem',
        ExpressionAttributeValues: {
          ':draft': 'draft',
          ':scheduled': 'scheduled',
          ':seen': seen,
          ':schedule': schedule,
          ':now': now.toISOString(),
        },
        ...statusName,
      }),
    }),

    /** Makes the scheduled mailing that the caller saw a draft again. */
    unschedule: (slug: string, seen: string, now: Date): TransactionPart => ({
      Update: unscheduleOf(slug, seen, now),
    }),

    /**
     * Makes the scheduled mailing a draft again because of a problem.
     * @returns false when it has changed since it was read
     */
    putBack: ({ slug, updatedAt }: StoredMailing, problem: string, now: Date): Promise<boolean> =>
      succeeds(client.send(new UpdateCommand(unscheduleOf(slug, updatedAt, now, problem)))),

    /**
     * Begins the sending of a scheduled mailing, approved by the admin who scheduled it.
     * @returns false when it has changed since it was read
     */
    startScheduled(
      { slug, updatedAt }: StoredMailing,
      { approvedBy, approvedAt, expected }: Approval,
    ): Promise<boolean> {
      const change = updateOf(slug, {
        ConditionExpression: '#status = :scheduled AND updatedAt = :seen',
        UpdateExpression:
          'SET #status = :sending, approvedBy = :by, approvedAt = :at, expected = :expected REMOVE schedule',
        ExpressionAttributeValues: {
          ':scheduled': 'scheduled',
          ':sending': 'sending',
          ':seen': updatedAt,
          ':by': approvedBy,
          ':at': approvedAt,
          ':expected': expected,
        },
        ...statusName,
      });
      return succeeds(client.send(new UpdateCommand(change)));
    },

    pause: (slug: string, reason: PauseReason): TransactionPart => ({ Update: pauseOf(slug, reason) }),

    /**
     * Pauses without an entry in the audit. Our client repeats this write, unlike a transaction, when bounces are being counted.
     * @returns false when the mailing is not being sent
     */
    pauseNow: (slug: string, reason: PauseReason, problem?: string): Promise<boolean> =>
      succeeds(client.send(new UpdateCommand(pauseOf(slug, reason, problem)))),

    /** Discards a mailing that has not started. Safe to repeat. */
    async discardUnsent(slug: string): Promise<void> {
      const change = updateOf(slug, {
        ConditionExpression: '#status IN (:draft, :scheduled)',
        UpdateExpression: 'SET #status = :discarded REMOVE schedule',
        ExpressionAttributeValues: {
          ':draft': 'draft',
          ':scheduled': 'scheduled',
          ':discarded': 'discarded',
        },
        ...statusName,
      });
      await succeeds(client.send(new UpdateCommand(change)));
    },

    /**
     * Continues a mailing. From now on, only new bounces and complaints count. It cannot be resumed after its entries in the mail log have
     * expired, because they prevent that somebody gets it twice.
     */
    resume: ({ slug, sent, bounced, complained }: StoredMailing, now: Date): TransactionPart => ({
      Update: updateOf(slug, {
        ConditionExpression: '#status = :paused AND approvedAt > :oldest',
        UpdateExpression: 'SET #status = :sending, resumedWith = :counts REMOVE pauseReason, problem',
        ExpressionAttributeValues: {
          ':paused': 'paused',
          ':sending': 'sending',
          ':oldest': oldestResumable(now),
          ':counts': { sent, bounced, complained },
        },
        ...statusName,
      }),
    }),

    /**
     * Counts a batch, once: it fails when another run has counted the batch.
     * @param next the last account of the batch; undefined when it was the last one of all
     * @returns false when another run has counted the batch
     */
    advance(
      { slug, visitedUpTo }: StoredMailing,
      { sent, skipped, uncertainIds }: BatchResult,
      next: string | undefined,
      now: Date,
    ): Promise<boolean> {
      const isSame =
        visitedUpTo === undefined ? 'attribute_not_exists(visitedUpTo)' : 'visitedUpTo = :visited';
      const isLast = next === undefined;
      const added = ['sent :sentNow', 'skipped :skipped'];
      if (uncertainIds.length > 0) added.push('uncertainIds :ids');
      const moved = isLast
        ? 'SET #status = :sent, endedAt = :now REMOVE visitedUpTo, pauseReason, problem'
        : 'SET visitedUpTo = :next';
      const change = updateOf(slug, {
        ConditionExpression: `${isSame} AND attribute_not_exists(endedAt)`,
        UpdateExpression: `${moved} ADD ${added.join(', ')}`,
        ExpressionAttributeValues: {
          ':sentNow': sent,
          ':skipped': skipped,
          ...(visitedUpTo === undefined ? {} : { ':visited': visitedUpTo }),
          ...(isLast ? { ':sent': 'sent', ':now': now.toISOString() } : { ':next': next }),
          ...(uncertainIds.length > 0 ? { ':ids': new Set(uncertainIds) } : {}),
        },
        ...(isLast ? statusName : {}),
      });
      return succeeds(client.send(new UpdateCommand(change)));
    },

    /** Removes a deleted account from those who may or may not have got the mailing. Safe to repeat. */
    async forget(slug: string, userId: string): Promise<void> {
      const change = updateOf(slug, {
        ConditionExpression: 'attribute_exists(slug)',
        UpdateExpression: 'DELETE uncertainIds :ids',
        ExpressionAttributeValues: { ':ids': new Set([userId]) },
      });
      await succeeds(client.send(new UpdateCommand(change)));
    },

    /**
     * Removes all user ids of readers, unless the mailing is being sent: without its position, it would begin again. The mailing must not
     * be resumed afterwards. Safe to repeat.
     */
    async forgetAll(slug: string): Promise<void> {
      const change = updateOf(slug, {
        ConditionExpression: 'attribute_exists(slug) AND #status <> :sending',
        UpdateExpression: 'REMOVE uncertainIds, visitedUpTo',
        ExpressionAttributeValues: { ':sending': 'sending' },
        ...statusName,
      });
      await succeeds(client.send(new UpdateCommand(change)));
    },

    /** Counts an outcome that SES reports. Write it together with the entry in the mail log, so that it counts once per email. */
    countReport: (slug: string, report: 'bounced' | 'complained'): TransactionPart => ({
      Update: updateOf(slug, {
        ConditionExpression: 'attribute_exists(slug)',
        UpdateExpression: `ADD ${report} :one`,
        ExpressionAttributeValues: { ':one': 1 },
      }),
    }),
  };
}

function itemOf(
  { slug, group, subject }: WrittenMailing,
  text: string,
  now: Date,
  status: MailingStatus,
): Record<string, unknown> {
  const at = now.toISOString();
  const counts = { sent: 0, skipped: 0, bounced: 0, complained: 0 };
  return { slug, group, subject, text, status, createdAt: at, updatedAt: at, ...counts };
}

type Change = Omit<NonNullable<TransactionPart['Update']>, 'TableName' | 'Key'>;

/** DynamoDB stores the ids as a set, and has no empty set. */
const plain = ({ uncertainIds, ...item }: Record<string, unknown>) => ({
  ...item,
  uncertainIds: [...((uncertainIds as Set<string> | undefined) ?? [])],
});
