import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeskPerson } from '../../../contract/records/desk-person.ts';
import type { Feedback } from '../../../contract/records/feedback.ts';
import { maxReasonLength } from '../../../contract/rules/desk-rules.ts';
import { textLimits } from '../../../contract/rules/feedback-limits.ts';
import { readPerson } from '../desk/read-person.ts';
import { testPersonStores } from '../desk/test-person-stores.ts';
import { addressKey, mailLogItem } from '../mail/mail-log-store.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { readStoredData } from './read-stored-data.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const maxAnswerBytes = 6 * 1024 * 1024;

const { client, tables, stores } = testPersonStores();
const pool = mockClient(CognitoIdentityProviderClient);
const userId = 'user-1';
const email = 'ana@example.test';
const referralCode = 'ana-2026';

/** A character has at most 4 bytes: in UTF-8, or with the escapes of JSON inside JSON. */
const longest = ['𠀀', '"'].map((character) => character.repeat(textLimits.feedback));
const at = (index: number) => new Date(Date.UTC(2026, 9, 1) + index * 60_000).toISOString();
const counts = { feedback: 511, orders: 201, audit: 101, mails: 1101, conversions: 2001 };

async function fill<Item>(table: { name: string }, count: number, item: (index: number) => Item) {
  const items = Array.from({ length: count }, (_, index) => item(index));
  for (let start = 0; start < count; start += 25) {
    const puts = items
      .slice(start, start + 25)
      .map((Item) => ({ PutRequest: { Item: Item as Record<string, unknown> } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  }
}

beforeAll(async () => {
  pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
  await fill(
    tables.feedback,
    counts.feedback,
    (index): Feedback => ({
      feedbackId: `feedback-${index}`,
      userId,
      type: 'An idea',
      content: longest[index % longest.length] ?? '',
      timestamp: at(index),
      comments: [],
      state: 'open',
    }),
  );
  await fill(tables.orders, counts.orders, (index) =>
    paidOrder(`cs_${index}_${'a'.repeat(190)}`, {
      userId,
      createdAt: at(index),
      licenseFile: 'a'.repeat(2000),
    }),
  );
  await fill(tables.audit, counts.audit, (index) => ({
    auditId: `note-${index}`,
    at: at(index),
    actorId: 'admin-1',
    action: 'note',
    outcome: 'done',
    personId: userId,
    reason: '"'.repeat(maxReasonLength),
    requestId: 'r-1',
  }));
  for (const personKey of [userId, addressKey(email)])
    await fill(tables.mails, counts.mails, (index) =>
      mailLogItem(
        { personKey, mailId: `${personKey}-${index}` },
        { at: at(index), subject: '"'.repeat(200), outcome: 'sent' },
      ),
    );
  await fill(tables.referrals, counts.conversions, (index) => ({
    code: referralCode,
    sortKey: `conversion#cs_${index}`,
    licensedAt: at(0),
    isLicensed: true,
  }));
  // Thousands of items are written, which takes longer while other tests run.
}, 60_000);

/** All pages. Each fits into a Lambda response, which is JSON with the body as a string. */
async function readAll<Page extends { next?: string | undefined }>(read: (cursor?: string) => Promise<Page>) {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    const answer = JSON.stringify({ body: JSON.stringify({ result: page }) });
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(maxAnswerBytes);
    pages.push(page);
    cursor = page.next;
  } while (cursor !== undefined);
  return pages;
}

const feedbackIds = Array.from({ length: counts.feedback }, (_, index) => `feedback-${index}`).sort();
const idsOf = (feedback: { feedbackId: string }[]) => feedback.map(({ feedbackId }) => feedbackId).sort();
const distinct = (texts: string[]) => new Set(texts).size;

describe('the lists of a person with more data than one answer can contain', () => {
  it('are complete at the desk', async () => {
    const cognito = new CognitoIdentityProviderClient({});
    const pages = await readAll<DeskPerson>((cursor) =>
      readPerson(
        { ...stores, pool: cognito, userPoolId: 'pool-1', now: () => new Date() },
        { userId, cursor },
      ),
    );
    expect(idsOf(pages.flatMap(({ feedback }) => feedback))).toEqual(feedbackIds);
    const orders = pages.flatMap((page) => page.orders);
    expect(orders.map(({ createdAt }) => createdAt)).toEqual(
      Array.from({ length: counts.orders }, (_, index) => at(index)).toReversed(),
    );
    expect(distinct(pages.flatMap(({ audit }) => audit.map(({ auditId }) => auditId)))).toBe(counts.audit);
    // The person has no account, so the address is unknown.
    expect(distinct(pages.flatMap(({ emails }) => emails.map(({ mailId }) => mailId)))).toBe(counts.mails);
  });

  it('are complete in the export', async () => {
    const person = { userId, email, referralCode };
    const pages = await readAll((cursor) => readStoredData(stores, person, cursor, new Date()));
    expect(idsOf(pages.flatMap(({ feedback }) => feedback))).toEqual(feedbackIds);
    expect(distinct(pages.flatMap(({ orders }) => orders.map(({ orderId }) => orderId)))).toBe(counts.orders);
    expect(distinct(pages.flatMap(({ team }) => team.map(({ auditId }) => auditId)))).toBe(counts.audit);
    const emails = pages.flatMap((page) => page.emails.map(({ mailId }) => mailId));
    expect(distinct(emails)).toBe(2 * counts.mails);
    expect(pages[0]?.conversions).toHaveLength(counts.conversions);
    // The keys of conversions are the order numbers of buyers.
    for (const { next = '' } of pages) expect(next).not.toContain('conversion');
    expect(pages.flatMap(({ referrals }) => referrals)).toEqual([
      { month: '2026-10', impressions: 0, signUps: 0, licenses: counts.conversions },
    ]);
  });
});
