import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ActiveAlarm } from '../../../contract/records/desk-overview.ts';
import type { WaitingState } from '../../../contract/records/desk-states.ts';
import {
  type DeskToday,
  type TodayKind,
  todayKinds,
  type WaitingCount,
} from '../../../contract/records/desk-today.ts';
import { type Incident, isTeamPeriod, type SiteStatus } from '../../../contract/records/site-status.ts';
import { deskPageSize } from '../../../contract/rules/desk-rules.ts';
import { statusFiles } from '../../../contract/rules/status-files.ts';
import { describeError, logger } from '../../platform/logger.ts';
import { countItems } from '../../platform/query-all.ts';
import type { OrderLists } from '../orders/order-lists.ts';
import type { SecurityStore } from '../security/security-store.ts';
import { waitingResets } from '../security/waiting-resets.ts';
import { readActiveAlarms } from './read-overview.ts';

interface TodayDependencies {
  tables: DynamoDBDocumentClient;
  articlesTable: string;
  feedbackTable: string;
  mailingsTable: string;
  orderLists: Pick<OrderLists, 'page'>;
  security: Pick<SecurityStore, 'resetsAfter'>;
  metrics: { client: CloudWatchClient; namespace: string };
  /** Reads a path of the site. */
  readSite: (path: string, method: 'GET') => Promise<{ isFound: boolean; text: string }>;
}

/**
 * Reads what waits for the team: one query of an index per kind, all at once, one request for the alarms, and the public status. A kind that cannot be read
 * does not hide the others.
 */
export async function readToday(dependencies: TodayDependencies, now: Date): Promise<DeskToday> {
  const { tables, articlesTable, feedbackTable, mailingsTable, orderLists, security, metrics, readSite } =
    dependencies;
  const drafts = { name: 'status', value: 'draft' };
  const alarms = readActiveAlarms(metrics.client, metrics.namespace);
  const countAlarms = async (isWanted: (alarm: ActiveAlarm) => boolean) => ({
    count: (await alarms).filter(isWanted).length,
  });

  const sources: Record<TodayKind, () => Promise<WaitingCount>> = {
    async disputes() {
      const { orders, ...found } = await readOrders('disputeOpen');
      const [dueAt] = orders.flatMap(({ dispute }) => dispute?.dueAt ?? []).toSorted();
      return { ...found, ...(dueAt ? { dueAt } : {}) };
    },
    async factorResets() {
      const resets = await waitingResets(security, now);
      return {
        count: resets.filter(({ isDue }) => isDue).length,
        resets: resets.map(({ isDue: _, ...reset }) => reset),
      };
    },
    failedRefunds: () => countOrders('refundFailed'),
    withdrawals: () => countOrders('withdrawalStated'),
    feedback: () =>
      countItems(tables, {
        tableName: feedbackTable,
        indexName: 'byState',
        key: { name: 'state', value: 'open' },
      }),
    mailings: () => countItems(tables, { tableName: mailingsTable, indexName: 'byStatus', key: drafts }),
    articles: () => countItems(tables, { tableName: articlesTable, indexName: 'byStatus', key: drafts }),
    deadLetters: () => countAlarms(isAboutDeadLetters),
    alarms: () => countAlarms((alarm) => !isAboutDeadLetters(alarm)),
    async incidents() {
      const { isFound, text } = await readSite(`/${statusFiles.json}`, 'GET');
      // Before the first check, there is no file.
      const { incidents = [] }: Partial<SiteStatus> = isFound ? JSON.parse(text) : {};
      return { count: incidents.filter(isOpenOfTeam).length };
    },
  };

  async function readOrders(state: WaitingState) {
    const { orders, next } = await orderLists.page({ state }, undefined, deskPageSize);
    return { orders, count: orders.length, ...(next ? { isMore: true as const } : {}) };
  }

  async function countOrders(state: WaitingState): Promise<WaitingCount> {
    const { orders: _, ...found } = await readOrders(state);
    return found;
  }

  const entries = await Promise.all(
    todayKinds.map(async (kind) => [kind, await readOrExplain(kind, sources[kind])] as const),
  );
  return Object.fromEntries(entries) as DeskToday;
}

async function readOrExplain(
  kind: TodayKind,
  read: () => Promise<WaitingCount>,
): Promise<WaitingCount | null> {
  try {
    return await read();
  } catch (error) {
    logger.error('could not read what waits for the team', { kind, error: describeError(error) });
    return null;
  }
}

/** Only the team ends what it reported. */
const isOpenOfTeam = ({ periods }: Incident) =>
  periods.some((period) => period.to === undefined && isTeamPeriod(period));

/** `Alarms.watchDeadLetters` names them. */
const isAboutDeadLetters = ({ name }: ActiveAlarm) => name.endsWith('DeadLetters');
