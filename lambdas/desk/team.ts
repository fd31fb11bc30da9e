import * as operations from '../../contract/operations/desk-team-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import { readOverview } from '../domain/desk/read-overview.ts';
import { readToday } from '../domain/desk/read-today.ts';
import { orderLists } from '../domain/orders/order-lists.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import { cloudWatch } from '../platform/aws/cloud-watch.ts';
import { siteReader } from '../platform/site-reader.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export function compose(desk: Desk) {
  const { config, tables } = desk;
  return {
    ...desk,
    articlesTable: config.ARTICLES_TABLE,
    feedbackTable: config.FEEDBACK_TABLE,
    mailingsTable: config.MAILINGS_TABLE,
    metrics: { client: cloudWatch(), namespace: config.METRICS_NAMESPACE },
    orderLists: orderLists(tables, config.ORDERS_TABLE),
    readSite: siteReader(config.SITE_URL),
    security: securityStore(tables, config.USERS_TABLE),
  };
}

export const deskAudit = ({ audit, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(operations.deskAudit, async ({ data: { cursor, ...filter } }) => {
    const page = await audit.page(filter, cursor, deskPageSize);
    const ids = page.entries.flatMap(({ actorId, personId }) => [actorId, personId ?? actorId]);
    return { ...page, names: Object.fromEntries(await readAddresses(tables, usersTable, ids)) };
  });

export const deskToday = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskToday, ({ now }) => readToday(dependencies, now));

export const deskOverview = ({ metrics, serveDesk }: Dependencies) =>
  serveDesk(operations.deskOverview, ({ now }) => readOverview(metrics.client, metrics.namespace, now));
