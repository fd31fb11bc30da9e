import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Mailing } from '../../../contract/records/mailing.ts';
import { type TransactionPart, updateIf } from '../../platform/conditional-write.ts';
import { type Approval, mailingUpdate, type StoredMailing } from './stored-mailing.ts';

type Schedule = NonNullable<Mailing['schedule']>;

/** The writes of a mailing that waits for its time. */
export function mailingSchedule(client: DynamoDBDocumentClient, tableName: string) {
  const updateOf = mailingUpdate(tableName);
  const unscheduleOf = (slug: string, seen: string, now: Date, problem?: string) =>
    updateOf(
      slug,
      ['scheduled', 'draft'],
      '#status = :scheduled AND updatedAt = :seen',
      `SET #status = :draft, updatedAt = :now${problem ? ', problem = :problem' : ''} REMOVE schedule`,
      { seen, now: now.toISOString(), ...(problem ? { problem } : {}) },
    );

  return {
    /** Lets the mailing that the caller saw start at a time. */
    schedule: (slug: string, seen: string, schedule: Schedule, now: Date): TransactionPart => ({
      Update: updateOf(
        slug,
        ['draft', 'scheduled'],
        '#status IN (:draft, :scheduled) AND updatedAt = :seen',
        'SET #status = :scheduled, schedule = :schedule, updatedAt = :now REMOVE problem',
        { seen, schedule, now: now.toISOString() },
      ),
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
      updateIf(client, unscheduleOf(slug, updatedAt, now, problem)),

    /**
     * Begins the sending of a scheduled mailing, approved by the admin who scheduled it.
     * @returns false when it has changed since it was read
     */
    startScheduled: (
      { slug, updatedAt }: StoredMailing,
      { approvedBy, approvedAt, expected }: Approval,
    ): Promise<boolean> =>
      updateIf(
        client,
        updateOf(
          slug,
          ['scheduled', 'sending'],
          '#status = :scheduled AND updatedAt = :seen',
          'SET #status = :sending, approvedBy = :by, approvedAt = :at, expected = :expected REMOVE schedule',
          { seen: updatedAt, by: approvedBy, at: approvedAt, expected },
        ),
      ),
  };
}
