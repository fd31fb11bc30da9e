import { ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { testTables } from '../../platform/test-tables.ts';
import { limitStore } from './limit-store.ts';
import { rateLimits } from './rate-limits.ts';

const client = testTables({
  name: 'Limits',
  keySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  attributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  globalSecondaryIndexes: [],
});
const limits = limitStore(client, 'Limits');
const now = new Date('2025-09-01T10:47:30Z');
const { calls } = rateLimits.contact;

/** Makes as many calls as the limit allows. */
async function takeAll(who: string, at = now): Promise<void> {
  for (let count = 0; count < calls; count++) await limits.take('contact', who, at);
}

describe('a call above the limit', () => {
  test('is refused with the time to wait, as a sentence and in seconds', async () => {
    await takeAll('192.0.2.1');
    await expect(limits.take('contact', '192.0.2.1', now)).rejects.toMatchObject({
      name: 'AppError',
      code: 'resource-exhausted',
      message: 'You have done this too many times. Try again in 13 minutes.',
      details: { retryAfterSeconds: 750 },
    });
  });

  test('is allowed for another caller, for another action, and in the next hour', async () => {
    await takeAll('192.0.2.2');
    await limits.take('contact', '192.0.2.3', now);
    await limits.take('feedback', '192.0.2.2', now);
    await limits.take('contact', '192.0.2.2', new Date('2025-09-01T11:00:00Z'));
    await expect(limits.take('contact', '192.0.2.2', now)).rejects.toThrow('too many times');
  });
});

describe('IPv6 networks', () => {
  const siteOf = (name: string) => ({ name: `${name}/56`, limitFactor: 3 });
  const household = (number: number, site: string) => [
    { name: `2001:db8:${site}:${number}`, limitFactor: 1 },
    siteOf(`2001:db8:${site}:0`),
  ];
  const takeOne = (number: number, site: string) =>
    limits.takeForNetworks('contact', household(number, site), now);

  test('share three times their own limit within a /56', async () => {
    for (let number = 1; number <= 3; number++)
      for (let count = 0; count < calls; count++) await takeOne(number, 'a');
    await expect(takeOne(4, 'a')).rejects.toThrow('You have done this too many times.');
    await takeOne(4, 'b');
  });

  test("cannot use up their neighbors' limit", async () => {
    for (let count = 0; count < calls; count++) await takeOne(1, 'c');
    for (let count = 0; count < 3 * calls; count++)
      await expect(takeOne(1, 'c')).rejects.toThrow('You have done this too many times.');
    await takeOne(2, 'c');
  });
});

test('explains the limit of the whole site with its own message', async () => {
  const write = () => limits.take('contactOfSite', 'everybody', now);
  for (let count = 0; count < rateLimits.contactOfSite.calls; count++) await write();
  await expect(write()).rejects.toMatchObject({
    code: 'resource-exhausted',
    message: 'We are receiving more messages than we can handle right now. Try again in 13 minutes.',
    details: { retryAfterSeconds: 750 },
  });
});

test('refuses concurrent calls above the limit', async () => {
  const attempts = await Promise.allSettled(
    Array.from({ length: 4 * calls }, () => limits.take('contact', '192.0.2.4', now)),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(calls);
});

test('allows one of two concurrent calls at the limit', async () => {
  for (let count = 1; count < calls; count++) await limits.take('contact', '192.0.2.5', now);
  const outcomes = await Promise.allSettled([1, 2].map(() => limits.take('contact', '192.0.2.5', now)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('stores a counter without the caller, until its hour ends', async () => {
  await limits.take('unsubscribe', 'user-1', now);
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: 'Limits' }));
  expect(JSON.stringify(items)).not.toMatch(/192\.0\.2|user-1/);
  const counter = items.find(({ id }) => id.startsWith('unsubscribe#'));
  expect(counter).toMatchObject({ calls: 1, expiration: Date.parse('2025-09-01T11:00:00Z') / 1000 });
});

test('counts an event of a queue once, and refuses another one above the limit', async () => {
  const takeOnce = (eventId: string) => limits.takeOnce('contact', '192.0.2.6', eventId, now);
  for (let count = 0; count <= calls; count++) expect(await takeOnce('event-1')).toBe(true);
  for (let number = 2; number <= calls; number++) expect(await takeOnce(`event-${number}`)).toBe(true);
  for (let count = 0; count < 2; count++) expect(await takeOnce('event-too-many')).toBe(false);
  expect(await takeOnce('event-1')).toBe(true);
});

test('counts an event once per person for a limited time, without storing the person', async () => {
  const count = (who: string) =>
    client.send(new TransactWriteCommand({ TransactItems: [limits.onlyOnce('signUp', who, now)] }));
  await count('user-2');
  await expect(count('user-2')).rejects.toThrow('ConditionalCheckFailed');
  await count('user-3');
  const { Items: items = [] } = await client.send(new ScanCommand({ TableName: 'Limits' }));
  const marks = items.filter(({ id }) => id.startsWith('signUp#'));
  expect(marks).toHaveLength(2);
  expect(JSON.stringify(marks)).not.toMatch(/user-[23]/);
  for (const mark of marks)
    expect(mark).toEqual({ id: mark.id, expiration: Date.parse('2025-09-16T10:47:30Z') / 1000 });
});

test('throws the error of the table instead of a refusal when the table cannot be reached', async () => {
  const elsewhere = limitStore(client, 'Nowhere');
  await expect(elsewhere.take('contact', '192.0.2.9', now)).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});
