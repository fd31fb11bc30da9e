import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditPeriod,
  auditEntry,
  auditSubject,
} from '../../../contract/records/audit-entry.ts';
import { auditYears, secondsPerDay } from '../../../contract/rules/retention.ts';
import { AppError } from '../../platform/app-error.ts';
import { succeeds, type TransactionPart } from '../../platform/conditional-write.ts';
import { queryAll } from '../../platform/query-all.ts';
import { queryPage } from '../../platform/query-page.ts';
import { readItem } from '../../platform/read-item.ts';

export type AuditStore = ReturnType<typeof auditStore>;

const indexes: Record<AuditFilter['by'], { indexName: string; key: { name: string } }> = {
  person: { indexName: 'byPerson', key: { name: 'personId' } },
  actor: { indexName: 'byActor', key: { name: 'actorId' } },
  day: { indexName: 'byDay', key: { name: 'day' } },
  action: { indexName: 'byAction', key: { name: 'action' } },
};

/** The fields that identify an action. `after` is in the first entry if the action leads to a fixed state. */
const identifying = ['actorId', 'action', 'after', ...Object.keys(auditSubject.shape)];

/** The Audit table: what the team did. Entries are added, and never changed or removed until they expire. */
export function auditStore(client: DynamoDBDocumentClient, tableName: string) {
  function put(entry: AuditEntry) {
    const expiration = Math.floor(Date.parse(entry.at) / 1000) + auditYears * 366 * secondsPerDay;
    return {
      TableName: tableName,
      Item: { ...entry, day: entry.at.slice(0, 10), expiration },
      ConditionExpression: 'attribute_not_exists(auditId)',
    };
  }

  /**
   * Returns the entry with the same id and outcome.
   * @throws AppError `aborted` when it is about another action: the id was used before
   */
  async function requireSame(entry: AuditEntry): Promise<AuditEntry> {
    const { auditId, outcome } = entry;
    const known = await readItem(client, tableName, { auditId, outcome });
    const identityOf = (of: Record<string, unknown>) => identifying.map((name) => of[name]);
    if (!known || !isDeepStrictEqual(identityOf(entry), identityOf(known)))
      throw new AppError('aborted', 'This request belongs to another action. Load the page again.');
    return auditEntry.parse(known);
  }

  const add = (entry: AuditEntry): Promise<boolean> => succeeds(client.send(new PutCommand(put(entry))));

  return {
    requireSame,

    /** The part of a transaction that adds an entry. It fails if there is an entry with the same id and outcome. */
    part: (entry: AuditEntry): TransactionPart => ({ Put: put(entry) }),

    /**
     * Adds an entry. Adding an entry with the same id and outcome again changes nothing.
     * @returns false when there is such an entry
     */
    add,

    /**
     * Adds the entry of an action, before it happens. A repeated request has an entry already.
     * @returns the entry of the first request; undefined when this is the first
     * @throws AppError `aborted` when the id belongs to another action, which would leave this one without an entry
     */
    async begin(entry: AuditEntry): Promise<AuditEntry | undefined> {
      return (await add(entry)) ? undefined : requireSame(entry);
    },

    /** Whether an action has succeeded. */
    async isDone(auditId: string): Promise<boolean> {
      const Key = { auditId, outcome: 'done' satisfies AuditEntry['outcome'] };
      return (await readItem(client, tableName, Key)) !== undefined;
    },

    /** A page of entries, latest first. */
    async page(
      { by, value, from = '0', to = '9' }: AuditFilter & AuditPeriod,
      cursor: string | undefined,
      size: number,
    ): Promise<{ entries: AuditEntry[]; next?: string }> {
      const { indexName, key } = indexes[by];
      const { items, next } = await queryPage(client, {
        tableName,
        indexName,
        key: { ...key, value },
        cursor,
        size,
        more: {
          sortCondition: '#at BETWEEN :from AND :to',
          ExpressionAttributeNames: { '#at': 'at' },
          // An ISO time begins with its day.
          ExpressionAttributeValues: { ':from': from, ':to': `${to}~` },
        },
      });
      return { entries: items.map((item) => auditEntry.parse(item)), ...(next ? { next } : {}) };
    },

    /** The entries of a person, an admin, or a day (UTC), oldest first. */
    async find({ by, value }: AuditFilter): Promise<AuditEntry[]> {
      const items = await queryAll(client, { tableName, ...indexes[by], key: { ...indexes[by].key, value } });
      return items.map((item) => auditEntry.parse(item));
    },
  };
}
