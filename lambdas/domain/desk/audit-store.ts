import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditPeriod,
  auditEntry,
} from '../../../contract/records/audit-entry.ts';
import { auditYears, secondsPerDay } from '../../../contract/rules/retention.ts';
import { queryAll } from '../../platform/query-all.ts';
import type { TransactionPart } from '../users/user-store.ts';

export type AuditStore = ReturnType<typeof auditStore>;

const indexes: Record<AuditFilter['by'], { indexName: string; key: { name: string } }> = {
  person: { indexName: 'byPerson', key: { name: 'personId' } },
  actor: { indexName: 'byActor', key: { name: 'actorId' } },
  day: { indexName: 'byDay', key: { name: 'day' } },
  action: { indexName: 'byAction', key: { name: 'action' } },
};

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

  return {
    /** The part of a transaction that adds an entry. It fails if there is an entry with the same id and outcome. */
    part: (entry: AuditEntry): TransactionPart => ({ Put: put(entry) }),

    /**
     * Adds an entry. Adding an entry with the same id and outcome again changes nothing.
     * @returns false when there is such an entry
     */
    async add(entry: AuditEntry): Promise<boolean> {
      try {
        await client.send(new PutCommand(put(entry)));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },

    /** A page of entries, latest first. */
    async page(
      { by, value, from = '0', to = '9' }: AuditFilter & AuditPeriod,
      cursor: string | undefined,
      size: number,
    ): Promise<{ entries: AuditEntry[]; next?: string }> {
      const { indexName, key } = indexes[by];
      const { Items: items = [], LastEvaluatedKey: last } = await client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: indexName,
          KeyConditionExpression: '#key = :value AND #at BETWEEN :from AND :to',
          ExpressionAttributeNames: { '#key': key.name, '#at': 'at' },
          // A time begins with its day.
          ExpressionAttributeValues: { ':value': value, ':from': from, ':to': `${to}~` },
          ScanIndexForward: false,
          Limit: size,
          ...(cursor ? { ExclusiveStartKey: { ...JSON.parse(cursor), [key.name]: value } } : {}),
        }),
      );
      const { [key.name]: _, ...rest } = last ?? {};
      return {
        entries: items.map((item) => auditEntry.parse(item)),
        ...(last ? { next: JSON.stringify(rest) } : {}),
      };
    },

    /** The entries of a person, a member of the team, or a day (UTC), oldest first. */
    async find({ by, value }: AuditFilter): Promise<AuditEntry[]> {
      const items = await queryAll(client, { tableName, ...indexes[by], key: { ...indexes[by].key, value } });
      return items.map((item) => auditEntry.parse(item));
    },
  };
}
