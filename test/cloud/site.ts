import { afterAll, expect, inject, vi } from 'vitest';
import type { StoredArticle } from '../../contract/records/article.ts';
import type { Feedback } from '../../contract/records/feedback.ts';
import type { LoggedMail } from '../../contract/records/logged-mail.ts';
import type { MailKey } from '../../lambdas/domain/mail/mail-log-store.ts';
import type { StoredOrder } from '../../lambdas/domain/orders/order-store.ts';
import type { ReferralItem } from '../../lambdas/domain/referrals/referral-store.ts';
import type { StoredUser } from '../../lambdas/domain/users/user-store.ts';
import { type CloudProcess, startCloudProcess } from '../cloud-process.ts';
import { listDeliveries } from '../pending-work.ts';
import { type CloudAddress, type CloudUnderTest, cloudAt } from './cloud-under-test.ts';

/**
 * The local cloud that test files share, one for each worker; see shared-clouds.ts. A file in
 * `extended/` has its own.
 */
const shared = inject('clouds')?.[Number(process.env.VITEST_POOL_ID) - 1];
const own = shared ? undefined : await startCloudProcess();
if (own) afterAll(() => own.dispose(), 30_000);

/** Whether this file shares its cloud with other files. */
export const sharesCloud = shared !== undefined;

/**
 * The cloud of this test file. Other files may have used it before, so a test checks only data of
 * the people that it registered.
 */
export const cloud: CloudUnderTest = cloudAt((shared ?? own) as CloudAddress);
export const { siteUrl } = cloud;

/** The cloud of a file in `extended/`, which may be killed and started again. */
export function ownCloud(): CloudProcess {
  if (!own) throw new Error('This file shares its cloud: move it to test/cloud/extended/.');
  return own;
}

const priceId = 'price_local_early_access';

export const checkoutRequest = {
  priceId,
  success_url: `${siteUrl}/pricing?checkout=success`,
  cancel_url: `${siteUrl}/pricing?checkout=cancelled`,
};

interface Tables {
  DataUsers: StoredUser[];
  DataArticles: StoredArticle[];
  DataFeedback: Feedback[];
  DataDownloads: { version: string; sortKey: string; downloads: number }[];
  DataLimits: { id: string }[];
  DataMailLog: (LoggedMail & MailKey)[];
  DataOrders: StoredOrder[];
  DataReferrals: (ReferralItem & { code: string })[];
}

/** The items of all tables. */
export async function readTables(): Promise<Tables> {
  return (await fetch(`${siteUrl}/__local/tables.json`)).json() as Promise<Tables>;
}

/** The items of one table. A test that polls uses this, because reading all tables takes far longer. */
export async function readTable<Name extends keyof Tables>(table: Name): Promise<Tables[Name]> {
  const response = await fetch(`${siteUrl}/__local/tables.json?${new URLSearchParams({ table })}`);
  return ((await response.json()) as Tables)[table];
}

/** Waits until no event, message or Stripe delivery is pending that could change a table. */
export function waitUntilQuiet(): Promise<void> {
  const listPending = async () => [...(await cloud.listQueued()), ...(await listDeliveries(cloud.dir))];
  return vi.waitFor(async () => expect(await listPending()).toEqual([]), { timeout: 20_000 });
}

/** The number of events in the dead-letter queue of a function, or of all functions. */
export async function countDeadLetters(consumer = ''): Promise<number> {
  const response = await fetch(`${siteUrl}/__local/dead-letters.json`);
  const queues = Object.entries((await response.json()) as Record<string, string[]>);
  return queues
    .filter(([name]) => name.includes(consumer))
    .reduce((count, [, { length }]) => count + length, 0);
}

/** A line in the log of the functions. */
export interface LogLine {
  service: string;
  message: string;
  requestId?: string;
  eventType?: string;
  counted?: string;
}

/** The log lines of the functions, newest first. */
export async function readLog(): Promise<LogLine[]> {
  const lines: string[] = await (await fetch(`${siteUrl}/__local/logs.json`)).json();
  return lines.flatMap((line) => {
    const [, json] = /^\w+: (\{.*\})$/.exec(line) ?? [];
    return json ? [JSON.parse(json)] : [];
  });
}
