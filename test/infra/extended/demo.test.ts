import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { fillDemo } from '../../../demo/fill-demo.ts';
import { openDemoStores } from '../../../demo/open-demo-stores.ts';
import { cloudFolder } from '../../../local/cloud-folder.ts';
import { readStack } from '../../../local/read-stack.ts';

vi.mock('../../../lambdas/platform/record-metric.ts');

it('plays a history in which every order is complete, with taxes, codes and accounts', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-demo-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const today = new Date('2026-11-25T10:00:00Z');
  let at = new Date('2023-11-25T10:00:00Z');
  const clock = {
    now: () => at,
    setTo(next: Date) {
      at = next;
    },
  };
  const stack = await readStack();
  const stores = await openDemoStores(stack, cloudFolder(dir), clock.now);
  await fillDemo(stores, clock, { today, adminId: 'admin-1', count: 60 }, () => {});
  const read = async (variable: string) =>
    (await stores.client.send(new ScanCommand({ TableName: stores.tableOf(variable) }))).Items ?? [];
  const orders = await read('ORDERS_TABLE');
  const outcomes = (await read('MAIL_LOG_TABLE')).map(({ outcome }) => outcome);
  const downloads = await read('DOWNLOADS_TABLE');
  await stores.close();

  expect(orders.length).toBeGreaterThan(20);
  for (const order of orders) {
    expect(order).not.toHaveProperty('outbox');
    expect(Date.parse(order.createdAt)).toBeLessThan(today.getTime());
  }
  const sources = new Set(orders.map(({ source }) => source));
  expect(sources).toEqual(new Set([undefined, 'code']));
  expect(orders.some(({ taxInCents }) => taxInCents > 0)).toBe(true);
  expect(orders.some(({ licenseFile }) => licenseFile)).toBe(true);
  expect(new Set(outcomes)).toEqual(new Set(['delivered', 'bounced']));
  expect(new Set(downloads.map(({ sortKey }) => sortKey.split('#')[0])).size).toBe(3);
  const { checkouts } = JSON.parse(await readFile(join(dir, 'stripe/stripe.json'), 'utf8'));
  expect(checkouts.length).toBe(orders.filter(({ source }) => !source).length);
  const accounts = JSON.parse(await readFile(join(dir, `accounts/${stack.userPool.id}.json`), 'utf8'));
  expect(Object.keys(accounts.Users)).toHaveLength(60);
}, 60_000);
