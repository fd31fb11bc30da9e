import { afterAll } from 'vitest';
import type { StoredArticle } from '../../contract/article.ts';
import type { Feedback } from '../../contract/feedback-record.ts';
import type { StoredOrder } from '../../lambdas/orders/order-store.ts';
import type { ReferralItem } from '../../lambdas/referrals/referral-store.ts';
import type { StoredUser } from '../../lambdas/users/user-store.ts';
import { startCloudProcess } from '../cloud-process.ts';

/** Each test file that imports this has a local cloud of its own. */
export const cloud = await startCloudProcess();
afterAll(() => cloud.dispose());

export const { siteUrl } = cloud;
export const priceId = 'price_local_early_access';

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
  DataOrders: StoredOrder[];
  DataReferrals: (ReferralItem & { code: string })[];
}

/** What all tables hold. */
export async function readTables(): Promise<Tables> {
  return (await fetch(`${siteUrl}/__local/tables.json`)).json() as Promise<Tables>;
}

/** How many events wait in the dead-letter queue of a function, or of all functions. */
export async function countDeadLetters(consumer = ''): Promise<number> {
  const response = await fetch(`${siteUrl}/__local/dead-letters.json`);
  const queues = Object.entries((await response.json()) as Record<string, string[]>);
  return queues
    .filter(([name]) => name.includes(consumer))
    .reduce((count, [, { length }]) => count + length, 0);
}

/** A line of what the functions log. */
export interface LogLine {
  service: string;
  message: string;
  requestId?: string;
  counted?: string;
}

/** What the functions have logged, newest first. */
export async function readLog(): Promise<LogLine[]> {
  const lines: string[] = await (await fetch(`${siteUrl}/__local/logs.json`)).json();
  return lines.flatMap((line) => {
    const [, json] = /^\w+: (\{.*\})$/.exec(line) ?? [];
    return json ? [JSON.parse(json)] : [];
  });
}

/** Completes the hosted checkout as the button on its page does. */
export async function pay(checkoutUrl: string): Promise<void> {
  const response = await fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
  if (response.status !== 303) throw new Error(`The checkout page answered ${response.status}.`);
}
