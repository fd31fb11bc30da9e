import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type TransactionPart, updateIf } from '../../platform/conditional-write.ts';
import { type BatchResult, mailingUpdate, type StoredMailing } from './stored-mailing.ts';

/** The counts of a mailing that is being sent, and its position among the readers. */
export function mailingDeliveries(client: DynamoDBDocumentClient, tableName: string) {
  const updateOf = mailingUpdate(tableName);

  return {
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
      const change = updateOf(
        slug,
        isLast ? ['sent'] : [],
        `${isSame} AND attribute_not_exists(endedAt)`,
        `${moved} ADD ${added.join(', ')}`,
        {
          sentNow: sent,
          skipped,
          ...(visitedUpTo === undefined ? {} : { visited: visitedUpTo }),
          ...(isLast ? { now: now.toISOString() } : { next }),
          ...(uncertainIds.length > 0 ? { ids: new Set(uncertainIds) } : {}),
        },
      );
      return updateIf(client, change);
    },

    /** Removes a deleted account from those who may or may not have got the mailing. Safe to repeat. */
    async forget(slug: string, userId: string): Promise<void> {
      const ids = { ids: new Set([userId]) };
      await updateIf(client, updateOf(slug, [], 'attribute_exists(slug)', 'DELETE uncertainIds :ids', ids));
    },

    /**
     * Removes all user ids of readers, unless the mailing is being sent: without its position, it would begin again. The mailing must not
     * be resumed afterwards. Safe to repeat.
     */
    async forgetAll(slug: string): Promise<void> {
      const condition = 'attribute_exists(slug) AND #status <> :sending';
      await updateIf(client, updateOf(slug, ['sending'], condition, 'REMOVE uncertainIds, visitedUpTo'));
    },

    /** Counts an outcome that SES reports. Write it together with the entry in the mail log, so that it counts once per email. */
    countReport: (slug: string, report: 'bounced' | 'complained'): TransactionPart => ({
      Update: updateOf(slug, [], 'attribute_exists(slug)', `ADD ${report} :one`, { one: 1 }),
    }),
  };
}
