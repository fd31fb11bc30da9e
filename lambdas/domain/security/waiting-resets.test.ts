import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sending } from '../mail/send-logged.ts';
import { cancelReset, completeReset, requestReset } from './factor-reset.ts';
import { createOwner, testResetSite } from './test-reset-site.ts';
import { announceDueResets, waitingResets } from './waiting-resets.ts';

const { users, security, reset, tables, tableName } = testResetSite();
const hourMs = 60 * 60 * 1000;
/** Each test has its own weeks, because they share a table. */
let requestedAt = new Date('2026-01-05T10:00:00.000Z');
const hoursLater = (hours: number) => new Date(requestedAt.getTime() + hours * hourMs);
let owner: { userId: string; email: string; hasApp: boolean };
const send = vi.fn<(email: Sending) => Promise<void>>();

beforeEach(async () => {
  requestedAt = hoursLater(30 * 24);
  owner = await createOwner(users, requestedAt);
  send.mockReset();
});

const announce = (now: Date) =>
  announceDueResets({ security, send, siteUrl: 'https://site.test', teamAddress: 'team@site.test' }, now);
const waiting = async (now: Date) => (await waitingResets(security, now)).map(({ userId }) => userId);

describe('announceDueResets', () => {
  it('emails the team when the waiting period is over, with the same key each time', async () => {
    await requestReset(reset, owner, requestedAt);
    await announce(new Date(hoursLater(24).getTime() - 1));
    expect(send).not.toHaveBeenCalled();
    await announce(hoursLater(24));
    await announce(hoursLater(25));
    const keys = send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const [{ to, mail, logUnder } = {}] = send.mock.lastCall ?? [];
    expect([to, logUnder]).toEqual(['team@site.test', 'nobody']);
    expect(mail?.text).toContain(`Address: ${owner.email}`);
    expect(mail?.text).toContain(`https://site.test/desk?person=${owner.userId}`);
  });

  it('uses another key for a later request of the same person', async () => {
    const first = await requestReset(reset, owner, requestedAt);
    await announce(hoursLater(24));
    await cancelReset(reset, owner, first);
    await requestReset(reset, owner, hoursLater(30));
    await announce(hoursLater(54));
    const [one, other] = send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
    expect(other).not.toBe(one);
  });
});

describe('waitingResets', () => {
  it('returns a request until the request expires', async () => {
    await requestReset(reset, owner, requestedAt);
    expect(await waiting(hoursLater(1))).toEqual([owner.userId]);
    expect(await waiting(new Date(hoursLater(7 * 24).getTime() - 1))).toEqual([owner.userId]);
    expect(await waiting(hoursLater(7 * 24))).toEqual([]);
  });

  it.each([
    [
      'canceled',
      () => security.decideReset(owner.userId, { requestedAt: requestedAt.toISOString() }, 'canceled'),
    ],
    ['removed', () => security.removeReset(owner.userId, { requestedAt: requestedAt.toISOString() })],
    [
      'completed',
      () => completeReset(reset, owner, { requestedAt: requestedAt.toISOString() }, hoursLater(24)),
    ],
    ['of an account that was deleted', () => users.remove(owner.userId, undefined, requestedAt)],
  ])('does not return a request that is %s', async (_, end) => {
    await requestReset(reset, owner, requestedAt);
    await end();
    expect(await waiting(hoursLater(24))).toEqual([]);
  });

  it('says that a request is due after 24 hours', async () => {
    await requestReset(reset, owner, requestedAt);
    const isDueAt = async (now: Date) => (await waitingResets(security, now)).map(({ isDue }) => isDue);
    expect(await isDueAt(new Date(hoursLater(24).getTime() - 1))).toEqual([false]);
    expect(await isDueAt(hoursLater(24))).toEqual([true]);
  });

  it('goes by the time of the request, which may be older than its key', async () => {
    await requestReset(reset, owner, requestedAt);
    await tables.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { userId: owner.userId },
        UpdateExpression: 'SET factorReset.requestedAt = :at',
        ExpressionAttributeValues: { ':at': hoursLater(-24).toISOString() },
      }),
    );
    expect(await waiting(hoursLater(6 * 24 - 1))).toEqual([owner.userId]);
    expect(await waiting(hoursLater(6 * 24))).toEqual([]);
  });

  it('keeps the time of the first request when it is repeated', async () => {
    await requestReset(reset, owner, requestedAt);
    await requestReset(reset, owner, hoursLater(5));
    const [found] = await waitingResets(security, hoursLater(6));
    expect(found?.dueAt).toBe(hoursLater(24).toISOString());
  });
});
