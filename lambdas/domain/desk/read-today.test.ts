import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { todayKinds } from '../../../contract/records/desk-today.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { logger } from '../../platform/logger.ts';
import { testTables } from '../../platform/test-tables.ts';
import { orderLists } from '../orders/order-lists.ts';
import { orderStore, type StoredOrder } from '../orders/order-store.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { requestReset } from '../security/factor-reset.ts';
import { createOwner, testResetSite } from '../security/test-reset-site.ts';
import { readToday } from './read-today.ts';

const [articles, feedback] = [stackTable('Articles'), stackTable('Feedback')];
const [mailings, orders] = [stackTable('Mailings'), stackTable('Orders')];
const tables = testTables(articles, feedback, mailings, orders);
const { users, security, reset } = testResetSite();
const store = orderStore(tables, orders.name);
const now = new Date('2026-11-25T12:00:00.000Z');
const cloudWatch = mockClient(CloudWatchClient);

const dependencies = {
  tables,
  articlesTable: articles.name,
  feedbackTable: feedback.name,
  mailingsTable: mailings.name,
  orderLists: orderLists(tables, orders.name),
  security,
  metrics: { client: new CloudWatchClient({}), namespace: 'lorewright-prod' },
  readSite: async () => ({ isFound: false, text: '' }),
};

beforeEach(() => {
  cloudWatch.reset();
  cloudWatch.on(DescribeAlarmsCommand).resolves({});
});

describe('readToday', () => {
  it('counts nothing on an empty day', async () => {
    const today = await readToday(dependencies, now);
    expect(Object.keys(today)).toEqual(todayKinds);
    for (const kind of todayKinds) expect(today[kind], kind).toMatchObject({ count: 0 });
  });

  describe('when something waits', () => {
    let userId: string;
    beforeAll(async () => {
      const dispute = (disputeId: string, day: string) => ({
        ...{ disputeId, reason: 'general', amountInCents: 4900, currency: 'usd', needsEvidence: true },
        dueAt: `2026-12-${day}T00:00:00.000Z`,
      });
      const add = (orderId: string, change: Partial<StoredOrder>) =>
        store.save(paidOrder(orderId, change), undefined, []);
      await add('cs_paid', {});
      await add('cs_late', { status: 'disputed', dispute: dispute('du_1', '09') });
      await add('cs_soon', {
        status: 'disputed',
        dispute: dispute('du_2', '03'),
        createdAt: '2025-06-20T00:00:00.000Z',
      });
      await add('cs_failed', { hasRefundFailed: true });
      await add('cs_stated', { withdrawalStatedAt: '2026-11-24T00:00:00.000Z' });
      const at = '2026-11-01T00:00:00.000Z';
      const put = (TableName: string, Item: object) => tables.send(new PutCommand({ TableName, Item }));
      for (let index = 0; index <= 100; index++)
        await put(feedback.name, { feedbackId: `feedback-${index}`, state: 'open', timestamp: at });
      await put(feedback.name, { feedbackId: 'done', state: 'done', timestamp: at });
      await put(mailings.name, { slug: 'news', status: 'draft', createdAt: at });
      await put(mailings.name, { slug: 'sent', status: 'sent', createdAt: at });
      await put(articles.name, { slug: 'a-map', status: 'draft', createdAt: at });
      await put(articles.name, { slug: 'live', status: 'published', createdAt: at });
      const owner = await createOwner(users, now);
      userId = owner.userId;
      await requestReset(reset, owner, new Date('2026-11-24T12:00:00.000Z'));
      await requestReset(reset, await createOwner(users, now), new Date('2026-11-24T12:00:00.001Z'));
    });

    it('counts each kind, with the first deadline of the disputes and the person of each reset', async () => {
      const today = await readToday(dependencies, now);
      expect(today).toMatchObject({
        disputes: { count: 2, dueAt: '2026-12-03T00:00:00.000Z' },
        factorResets: { count: 1, resets: [{ userId, dueAt: now.toISOString() }, {}] },
        failedRefunds: { count: 1 },
        withdrawals: { count: 1 },
        feedback: { count: 100, isMore: true },
        mailings: { count: 1 },
        articles: { count: 1 },
      });
      expect(today.mailings).not.toHaveProperty('isMore');
    });

    it('shows the rest when one kind cannot be read', async () => {
      const logged = vi.spyOn(logger, 'error').mockImplementation(() => {});
      cloudWatch.on(DescribeAlarmsCommand).rejects(new Error('away'));
      const resetsAfter = async () => {
        throw new Error('away');
      };
      const today = await readToday({ ...dependencies, security: { resetsAfter } }, now);
      expect(today).toMatchObject({
        factorResets: null,
        deadLetters: null,
        alarms: null,
        disputes: { count: 2 },
      });
      const kinds = logged.mock.calls.map(([, context]) => (context as { kind?: string }).kind);
      expect(kinds.toSorted()).toEqual(['alarms', 'deadLetters', 'factorResets']);
    });
  });

  it('counts the incidents that only the team can end', async () => {
    const incident = (...periods: { source: string; to?: string }[]) => ({ periods });
    const incidents = [
      incident({ source: 'team-1' }),
      incident({ source: 'OrdersRepaired' }),
      incident({ source: 'team-2', to: now.toISOString() }, { source: 'OrdersRepaired' }),
      incident({ source: 'OrdersRepaired', to: now.toISOString() }, { source: 'team-3' }),
    ];
    const readSite = async () => ({ isFound: true, text: JSON.stringify({ incidents }) });
    expect((await readToday({ ...dependencies, readSite }, now)).incidents).toEqual({ count: 2 });
  });

  it('counts dead letters and other alarms with one request', async () => {
    const names = ['mailerDeadLetters', 'ordersDeadLetters', 'apiErrors'];
    cloudWatch
      .on(DescribeAlarmsCommand, { AlarmNamePrefix: 'lorewright-prod-', StateValue: 'ALARM' })
      .resolves({ MetricAlarms: names.map((name) => ({ AlarmName: `lorewright-prod-${name}` })) });
    const today = await readToday(dependencies, now);
    expect([today.deadLetters, today.alarms]).toEqual([{ count: 2 }, { count: 1 }]);
    expect(cloudWatch.commandCalls(DescribeAlarmsCommand)).toHaveLength(1);
  });
});
