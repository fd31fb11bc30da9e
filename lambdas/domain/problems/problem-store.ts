import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ProblemSystem, ProblemText } from '../../../contract/records/problem.ts';
import { problemDays, secondsPerDay } from '../../../contract/rules/retention.ts';
import { succeeds } from '../../platform/conditional-write.ts';
import { queryAll } from '../../platform/query-all.ts';
import { readItem } from '../../platform/read-item.ts';

/** The items over which the counts of a version are spread. One item takes 1,000 writes per second. */
export const problemShards = 16;

/** The details of a crash, from its first report. */
export interface Crash extends ProblemSystem {
  crash: string;
  frames: string[];
}

/** The counts of a version. */
interface ProblemCounts {
  crashes: Map<string, { reports: number; lastAt: string }>;
  /** The networks that reported a crash, by day (UTC). */
  networks: Map<string, number>;
}

interface CountItem {
  /** `crash#<checksum>` or `day#2026-11-28`. */
  sortKey: string;
  reports?: number;
  lastAt?: string;
  networks?: number;
}

export const crashKey = (crash: string): string => `crash#${crash}`;
export const textsKey = (crash: string): string => `text#${crash}#`;

export type ProblemStore = ReturnType<typeof problemStore>;

/**
 * The Problems table. The group of a version has its crashes and the texts about them; 16 groups `<version>#<shard>` have its counts,
 * so that a crash that everybody has is no hot item. The group `solved` has the decisions of the team.
 */
export function problemStore(client: DynamoDBDocumentClient, tableName: string) {
  const expirationAt = (now: Date) => Math.floor(now.getTime() / 1000) + problemDays * secondsPerDay;

  const add = (item: Record<string, unknown>, now: Date) =>
    succeeds(
      client.send(
        new PutCommand({
          TableName: tableName,
          Item: { ...item, expiration: expirationAt(now) },
          ConditionExpression: 'attribute_not_exists(sortKey)',
        }),
      ),
    );

  /** Adds one, atomically, so that concurrent reports all count. */
  async function count(group: string, sortKey: string, counter: 'reports' | 'networks', now: Date) {
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { group, sortKey },
        UpdateExpression: 'SET lastAt = :now, expiration = :expiration ADD #counter :one',
        ExpressionAttributeNames: { '#counter': counter },
        ExpressionAttributeValues: { ':one': 1, ':now': now.toISOString(), ':expiration': expirationAt(now) },
      }),
    );
  }

  async function countItems(version: string, prefix?: string): Promise<CountItem[]> {
    const ofShard = (_: unknown, shard: number) =>
      queryAll<CountItem>(client, {
        tableName,
        key: { name: 'group', value: `${version}#${shard}` },
        ...(prefix && { sortKey: { name: 'sortKey', prefix } }),
      });
    return (await Promise.all(Array.from({ length: problemShards }, ofShard))).flat();
  }

  return {
    /** Eventually consistent, which costs half: it may miss a crash that was added a moment ago. */
    async hasCrash(version: string, crash: string): Promise<boolean> {
      const { Item: item } = await client.send(
        new GetCommand({
          TableName: tableName,
          Key: { group: version, sortKey: crashKey(crash) },
          ProjectionExpression: 'sortKey',
        }),
      );
      return item !== undefined;
    },

    /** Adds a crash. The first report of several at once is kept. */
    async addCrash(version: string, { crash, ...details }: Crash, now: Date): Promise<void> {
      await add({ group: version, sortKey: crashKey(crash), ...details, firstAt: now.toISOString() }, now);
    },

    /** Adds a text. The same text again on one day changes nothing, so that the app can repeat a report. */
    async addText(crash: string, text: Omit<ProblemText, 'textId' | 'at'>, now: Date): Promise<void> {
      const { version, ...details } = text;
      const at = now.toISOString();
      const digest = createHash('sha256').update(JSON.stringify(details)).digest('hex');
      const sortKey = `${textsKey(crash)}${at.slice(0, 10)}#${digest.slice(0, 32)}`;
      await add({ group: version, sortKey, ...details, at }, now);
    },

    async findText(version: string, textId: string): Promise<ProblemText | undefined> {
      const item = await readItem(client, tableName, { group: version, sortKey: textId });
      return item && problemText(item);
    },

    /** @param shard a random number below `problemShards` */
    countReport: (version: string, crash: string, now: Date, shard: number): Promise<void> =>
      count(`${version}#${shard}`, crashKey(crash), 'reports', now),

    /** Counts a network on the day on which it first reported a crash. */
    countNetwork: (version: string, now: Date, shard: number): Promise<void> =>
      count(`${version}#${shard}`, `day#${now.toISOString().slice(0, 10)}`, 'networks', now),

    /** How many networks reported a crash on a day (UTC). */
    networksOn: async (version: string, day: string): Promise<number> =>
      (await countItems(version, `day#${day}`)).reduce((sum, { networks = 0 }) => sum + networks, 0),

    async countsOf(version: string): Promise<ProblemCounts> {
      const counts: ProblemCounts = { crashes: new Map(), networks: new Map() };
      for (const { sortKey, reports = 0, lastAt = '', networks = 0 } of await countItems(version)) {
        const [kind, name = ''] = sortKey.split('#');
        if (kind === 'day') counts.networks.set(name, (counts.networks.get(name) ?? 0) + networks);
        else {
          const before = counts.crashes.get(name);
          counts.crashes.set(name, {
            reports: (before?.reports ?? 0) + reports,
            lastAt: before && before.lastAt > lastAt ? before.lastAt : lastAt,
          });
        }
      }
      return counts;
    },
  };
}

/** The text in an item of the table. */
export function problemText({
  group,
  sortKey,
  expiration: _,
  ...text
}: Record<string, unknown>): ProblemText {
  return { ...text, textId: sortKey, version: group } as ProblemText;
}
