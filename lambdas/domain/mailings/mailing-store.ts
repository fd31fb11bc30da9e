import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type ListedMailing,
  listedMailing,
  type Mailing,
  type MailingStatus,
  type MailingSummary,
  mailingSummary,
  type PauseReason,
} from '../../../contract/records/mailing.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { mailLogDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import type { WrittenMailing } from '../../../publishing/markdown/parse-mailing.ts';
import { type TransactionPart, updateIf, writeTogether } from '../../platform/conditional-write.ts';
import { queryPage } from '../../platform/query-page.ts';
import { readBatches } from '../../platform/read-batches.ts';
import { readItem } from '../../platform/read-item.ts';
import { readEveryPage } from '../../platform/read-pages.ts';
import { mailingDeliveries } from './mailing-deliveries.ts';
import { mailingSchedule } from './mailing-schedule.ts';
import {
  type Approval,
  mailingUpdate,
  plain,
  type StoredMailing,
  statusName,
  storedMailing,
} from './stored-mailing.ts';

/** The mail log no longer contains the recipients of mailings that were approved before this time. */
export const oldestResumable = (now: Date): string =>
  new Date(now.getTime() - mailLogDays * secondsPerDay * 1000).toISOString();

export type MailingStore = ReturnType<typeof mailingStore>;

/** How a mailing begins. */
export type FirstState =
  | { status: 'draft' | 'discarded' }
  | { status: 'scheduled'; schedule: NonNullable<Mailing['schedule']> };

/** The Mailings table. A change that the audit may record is returned as a part of a transaction; `write` writes it without an entry. */
export function mailingStore(client: DynamoDBDocumentClient, tableName: string) {
  const updateOf = mailingUpdate(tableName);
  const pauseOf = (slug: string, reason: PauseReason, problem?: string) =>
    updateOf(
      slug,
      ['sending', 'paused'],
      '#status = :sending',
      `SET #status = :paused, pauseReason = :reason${problem ? ', problem = :problem' : ''}`,
      { reason, ...(problem ? { problem } : {}) },
    );

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
    ...mailingSchedule(client, tableName),
    ...mailingDeliveries(client, tableName),

    async find(slug: string): Promise<StoredMailing | undefined> {
      const item = await readItem(client, tableName, { slug });
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

    /** The mailings with these slugs that are not discarded, in no order. */
    async withSlugs(slugs: string[]): Promise<MailingSummary[]> {
      const found: MailingSummary[] = [];
      const keys = slugs.map((slug) => ({ slug }));
      for await (const items of readBatches(client, tableName, keys))
        found.push(...items.map((item) => mailingSummary.parse(plain(item))));
      return found.filter(({ status }) => status !== 'discarded');
    },

    /** All mailings in a state, latest first. */
    all: (status: MailingStatus): Promise<MailingSummary[]> =>
      readEveryPage(async (cursor) => {
        const { mailings, ...rest } = await page(status, cursor);
        return { items: mailings, ...rest };
      }),

    /**
     * Writes all changes, or none.
     * @returns false when a condition failed
     */
    write: (...changes: TransactionPart[]): Promise<boolean> => writeTogether(client, changes),

    /** Adds a mailing that the site has written, unless there was one with this slug. */
    add: (written: WrittenMailing, text: string, now: Date, state: FirstState): TransactionPart => ({
      Put: {
        TableName: tableName,
        Item: itemOf(written, text, now, state),
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
        Item: itemOf(written, text, now, { status: 'draft' }),
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
      Update: updateOf(
        slug,
        ['draft', 'discarded'],
        '#status = :draft AND updatedAt = :seen',
        'SET #status = :discarded',
        {
          seen,
        },
      ),
    }),

    /** Begins the sending of the draft that the caller saw. */
    approve: (
      slug: string,
      seen: string,
      { approvedBy, approvedAt, expected }: Approval,
    ): TransactionPart => ({
      Update: updateOf(
        slug,
        ['draft', 'sending'],
        '#status = :draft AND updatedAt = :seen',
        'SET #status = :sending, approvedBy = :by, approvedAt = :at, expected = :expected REMOVE problem',
        { seen, by: approvedBy, at: approvedAt, expected },
      ),
    }),

    pause: (slug: string, reason: PauseReason): TransactionPart => ({ Update: pauseOf(slug, reason) }),

    /**
     * Pauses without an entry in the audit. Our client repeats this write, unlike a transaction, when bounces are being counted.
     * @returns false when the mailing is not being sent
     */
    pauseNow: (slug: string, reason: PauseReason, problem?: string): Promise<boolean> =>
      updateIf(client, pauseOf(slug, reason, problem)),

    /** Discards a mailing that has not started. Safe to repeat. */
    async discardUnsent(slug: string): Promise<void> {
      const condition = '#status IN (:draft, :scheduled)';
      await updateIf(
        client,
        updateOf(
          slug,
          ['draft', 'scheduled', 'discarded'],
          condition,
          'SET #status = :discarded REMOVE schedule',
        ),
      );
    },

    /**
     * Continues a mailing. From now on, only new bounces and complaints count. It cannot be resumed after its entries in the mail log have
     * expired, because they prevent that somebody gets it twice.
     */
    resume: ({ slug, sent, bounced, complained }: StoredMailing, now: Date): TransactionPart => ({
      Update: updateOf(
        slug,
        ['paused', 'sending'],
        '#status = :paused AND approvedAt > :oldest',
        'SET #status = :sending, resumedWith = :counts REMOVE pauseReason, problem',
        { oldest: oldestResumable(now), counts: { sent, bounced, complained } },
      ),
    }),
  };
}

function itemOf(
  { slug, group, audience, subject }: WrittenMailing,
  text: string,
  now: Date,
  state: FirstState,
): Record<string, unknown> {
  const at = now.toISOString();
  const counts = { sent: 0, skipped: 0, bounced: 0, complained: 0 };
  const recipients = { group, ...(audience ? { audience } : {}) };
  return { slug, ...recipients, subject, text, ...state, createdAt: at, updatedAt: at, ...counts };
}
