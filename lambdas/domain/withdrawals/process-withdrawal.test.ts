import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { limitStore } from '../limits/limit-store.ts';
import { rateLimits } from '../limits/rate-limits.ts';
import { acknowledgmentKey } from '../mail/send-logged.ts';
import type { StoredOrder } from '../orders/order-store.ts';
import type { Withdrawal } from './find-orders.ts';
import { processWithdrawal, type WithdrawalDependencies } from './process-withdrawal.ts';

const { client, names } = testSiteTables('Limits');
const limits = limitStore(client, names.Limits);
const statedAt = '2025-09-02T10:00:00.000Z';
const order = {
  orderId: 'cs_1',
  userId: 'user-1',
  amountInCents: 4900,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'paid',
  createdAt: '2025-09-01T10:00:00.000Z',
  licensedAt: '2025-09-01T10:00:00.000Z',
} as StoredOrder;
const { userId: _, ...withoutBuyer } = order;
const ana = 'ana@example.test';
const team = 'team@example.test';

let stored: StoredOrder | undefined;
let settled: StoredOrder | undefined;
const save = vi.fn<WithdrawalDependencies['orders']['save']>();
const settle = vi.fn<WithdrawalDependencies['settle']>();
const send = vi.fn<WithdrawalDependencies['send']>();
const retrieve = vi.fn();

beforeEach(() => {
  stored = order;
  settled = { ...order, withdrawnAt: statedAt };
  settle.mockReset().mockImplementation(async () => settled);
  save.mockReset().mockResolvedValue(true);
  send.mockReset();
  retrieve.mockReset().mockResolvedValue({ customer_details: { email: ana } });
});

/** Each test has its own counters. */
let counters = 0;
beforeEach(() => {
  counters++;
});

const handle = (statement: Partial<Withdrawal>) =>
  processWithdrawal(
    {
      orders: {
        find: async (orderId) => (orderId === stored?.orderId ? stored : undefined),
        ofUser: async (userId) => (userId === 'user-1' && stored ? [stored] : []),
        ofBuyer: async () => [],
        save,
      },
      users: { find: async () => ({ email: ana }) as never },
      readAccount: async (email) => (email === ana ? { sub: 'user-1', email: ana } : undefined),
      openStripe: async () => ({ checkout: { sessions: { retrieve } } }) as never,
      settle,
      linkFor: async ({ orderId, statedAt: at, name = '' }) =>
        `https://site.test/withdraw#token=${orderId}.${at}.${encodeURI(name)}`,
      send,
      limits: {
        takeOnce: (action, who, eventId, now) =>
          limits.takeOnce(action, `${who} ${counters}`, `${eventId} ${counters}`, now),
      },
      now: () => new Date(statedAt),
      siteUrl: 'https://site.test',
      teamAddress: team,
    },
    { withdrawalId: 'w-1', name: 'Ana Ferreira', statedAt, isConfirmed: false, ...statement },
  );

/** The recipients and the subjects of the emails. */
const mails = () => send.mock.calls.map(([{ to, mail }]) => [to, mail.subject]);
const received = (to: string) => [to, 'We have received your withdrawal'];
const statementReceived = (to: string) => [to, 'We have received your statement'];
const toTeam = [team, 'A withdrawal needs a decision'];
const waiting = [team, 'A withdrawal waits for its buyer'];
const link = [ana, 'Confirm your withdrawal from your Lorewright order'];

describe('a statement with the order number and its address', () => {
  it('acknowledges the statement with content, date and time, and then settles the order', async () => {
    send.mockImplementation(async () => expect(settle).not.toHaveBeenCalled());
    await handle({ orderId: 'cs_1', email: 'ANA@example.test ' });
    expect(settle).toHaveBeenCalledExactlyOnceWith('cs_1', statedAt);
    expect(mails()).toEqual([received(ana)]);
    const text = send.mock.lastCall?.[0].mail.text;
    for (const fact of ['Name: Ana Ferreira', 'Order: cs_1', 'September 2, 2025', '10:00:00 AM UTC'])
      expect(text).toContain(fact);
  });

  it('does not promise a refund of a free order', async () => {
    stored = { ...order, amountInCents: 0, status: 'free' };
    await handle({ orderId: 'cs_1', email: ana });
    expect(send.mock.calls[0]?.[0].mail.text).toContain('This order cost nothing');
    expect(send.mock.calls[0]?.[0].mail.text).not.toMatch(/we (are |will )?refund/i);
  });

  it.each([
    ['the settlement did not withdraw', order],
    ['an earlier refund failed', { ...order, withdrawnAt: statedAt, hasRefundFailed: true }],
    ['the order is gone when it is settled', undefined],
  ])('asks the team when %s', async (_, outcome) => {
    settled = outcome;
    await handle({ orderId: 'cs_1', email: ana });
    expect(mails()).toEqual([received(ana), toTeam]);
    const { mail, replyTo } = send.mock.lastCall?.[0] ?? {};
    expect(replyTo).toBe(ana);
    for (const fact of ['Order: cs_1', 'Name: Ana Ferreira', 'September 2, 2025'])
      expect(mail?.text).toContain(fact);
  });

  it('logs the email under the account of the buyer', async () => {
    await handle({ orderId: 'cs_1', email: ana });
    expect(send.mock.lastCall?.[0].logUnder).toEqual({ userId: 'user-1' });
  });

  it('has the same keys when it runs again, so that nothing is sent twice', async () => {
    settle.mockRejectedValueOnce(new Error('Stripe is unavailable.'));
    await expect(handle({ orderId: 'cs_1', email: ana })).rejects.toThrow('Stripe is unavailable.');
    await handle({ orderId: 'cs_1', email: ana });
    const keys = send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
    expect(keys).toEqual(['withdrawal#w-1#cs_1', 'withdrawal#w-1#cs_1']);
  });

  it('reads the address of a buyer who has deleted the account from Stripe', async () => {
    stored = withoutBuyer as StoredOrder;
    await handle({ orderId: 'cs_1', email: ana });
    expect(settle).toHaveBeenCalledOnce();
    expect(mails()).toEqual([received(ana)]);
    expect(send.mock.lastCall?.[0].logUnder).toBe('address');
  });

  it('acknowledges the statement before it throws because Stripe does not respond', async () => {
    stored = withoutBuyer as StoredOrder;
    retrieve.mockRejectedValue(new Error('Stripe is unavailable.'));
    await expect(handle({ orderId: 'cs_1', email: ana })).rejects.toThrow('Stripe is unavailable.');
    expect(mails()).toEqual([statementReceived(ana)]);
  });
});

describe('a statement that anybody could make', () => {
  it('mails a link to the buyer, and changes nothing, without the order number', async () => {
    await handle({ email: ana });
    expect(settle).not.toHaveBeenCalled();
    expect(mails()).toEqual([link, waiting]);
    const { mail, idempotencyKey } = send.mock.calls[0]?.[0] ?? {};
    expect(mail?.text).toContain(`https://site.test/withdraw#token=cs_1.${statedAt}.Ana%20Ferreira`);
    expect(mail?.text).not.toContain('Ana Ferreira');
    expect(idempotencyKey).toBe('withdrawalLink#w-1#cs_1');
  });

  it('reports at once to the team which orders wait for their buyer', async () => {
    await handle({ email: ana });
    const { mail, replyTo } = send.mock.lastCall?.[0] ?? {};
    expect(mail?.text).toContain('Open orders: cs_1');
    expect(mail?.text).toContain('Name: Ana Ferreira');
    expect(replyTo).toBe(ana);
  });

  it('mails a link to the buyer, and nothing to the sender, when only the order number is given', async () => {
    await handle({ orderId: 'cs_1' });
    expect(settle).not.toHaveBeenCalled();
    expect(mails()).toEqual([link, waiting]);
    expect(send.mock.lastCall?.[0]).not.toHaveProperty('replyTo');
  });

  it('acknowledges the text and the time of the statement', async () => {
    await handle({ orderId: 'cs_9', email: 'ben@example.test' });
    const text = send.mock.calls[0]?.[0].mail.text;
    for (const fact of ['Order: cs_9', 'September 2, 2025', '10:00:00 AM UTC']) expect(text).toContain(fact);
  });

  it('acknowledges statements to an address once per hour', async () => {
    await handle({ withdrawalId: 'w-1', email: 'ben@example.test' });
    await handle({ withdrawalId: 'w-2', email: 'ben@example.test', orderId: 'cs_9' });
    const confirmations = send.mock.calls.filter(([{ to }]) => to === 'ben@example.test');
    const key = acknowledgmentKey('withdrawalAcknowledgment', 'ben@example.test', new Date(statedAt));
    expect(confirmations.map(([{ idempotencyKey }]) => idempotencyKey)).toEqual([key, key]);
  });

  it('reports each statement to the team, and each only once', async () => {
    for (const withdrawalId of ['w-1', 'w-1', 'w-2'])
      await handle({ withdrawalId, email: 'ben@example.test' });
    const reports = send.mock.calls.filter(([{ to }]) => to === team);
    const [first, repeated, other] = reports.map(([{ idempotencyKey }]) => idempotencyKey);
    expect(repeated).toBe(first);
    expect(other).not.toBe(first);
  });

  it('logs the link under the account and the acknowledgment under the address, but not the report', async () => {
    await handle({ orderId: 'cs_1', email: 'ben@example.test' });
    expect(send.mock.calls.map(([{ logUnder }]) => logUnder)).toEqual([
      { userId: 'user-1' },
      'address',
      'nobody',
    ]);
  });

  it('stores that the order waits for its buyer, once', async () => {
    stored = { ...order, version: 4 };
    await handle({ email: ana });
    const next = { ...stored, withdrawalStatedAt: statedAt, version: 5 };
    expect(save).toHaveBeenCalledExactlyOnceWith(next, 4, []);
    stored = next;
    await handle({ email: ana, withdrawalId: 'w-2' });
    expect(save).toHaveBeenCalledOnce();
  });

  it('is repeated when the order has changed, without another email', async () => {
    save.mockResolvedValueOnce(false);
    await expect(handle({ email: ana })).rejects.toThrow('changed while');
    await handle({ email: ana });
    const keys = send.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
    expect(new Set(keys).size).toBe(2);
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('does not report a statement about a withdrawn order to the team', async () => {
    stored = { ...order, withdrawnAt: statedAt };
    await handle({ email: ana });
    expect(mails()).toEqual([statementReceived(ana)]);
  });

  it('mails the link to the address of the order, not to the typed one', async () => {
    await handle({ orderId: 'cs_1', email: 'mallory@example.test' });
    expect(settle).not.toHaveBeenCalled();
    expect(mails()).toEqual([link, statementReceived('mallory@example.test'), waiting]);
    expect(send.mock.lastCall?.[0].replyTo).toBe('mallory@example.test');
  });

  describe('with the order number and wrong addresses, more often than the limit', () => {
    const guess = async (count: number) => {
      for (let index = 0; index < count; index++)
        await handle({
          withdrawalId: `guess-${index}`,
          orderId: 'cs_1',
          email: `guess-${index}@example.test`,
        });
    };

    it('mails no more links to the buyer, and each statement to the team', async () => {
      const { calls } = rateLimits.withdrawalLink;
      await guess(calls + 2);
      expect(mails().filter(([to]) => to === ana)).toHaveLength(calls);
      expect(mails().filter(([to]) => to === team)).toHaveLength(calls + 2);
      const { to, mail } = send.mock.lastCall?.[0] ?? {};
      expect(to).toBe(team);
      expect(mail?.text).toContain('may not have mailed a link');
      expect(mail?.text).toContain('Open orders: cs_1');
    });

    it('counts one statement once, however often sending its link fails', async () => {
      send.mockRejectedValue(new Error('SES is unavailable.'));
      for (let attempt = 0; attempt <= rateLimits.withdrawalLink.calls; attempt++)
        await expect(guess(1)).rejects.toThrow('SES is unavailable.');
      send.mockReset();
      await guess(1);
      expect(mails()).toContainEqual(link);
    });

    it('still handles the statements of the buyer', async () => {
      await guess(rateLimits.withdrawalLink.calls + 1);
      send.mockReset();
      await handle({ email: ana });
      expect(mails()).toEqual([link, waiting]);
      send.mockReset();
      await handle({ orderId: 'cs_1', email: ana });
      expect(settle).toHaveBeenCalledOnce();
      expect(mails()).toEqual([received(ana)]);
    });
  });

  it.each([
    ['nobody has the address', { email: 'ben@example.test' }],
    ['nobody has the order number', { orderId: 'cs_9', email: 'ben@example.test' }],
  ])('asks the team when %s, and confirms only the receipt', async (_, statement) => {
    await handle(statement);
    expect(settle).not.toHaveBeenCalled();
    expect(mails()).toEqual([statementReceived('ben@example.test'), toTeam]);
  });

  it('reports an order that is too old to the team', async () => {
    await handle({ email: ana, statedAt: '2025-09-16T10:00:00.000Z' });
    expect(mails()).toEqual([statementReceived(ana), toTeam]);
  });
});

describe('a statement that the buyer confirmed with the link', () => {
  it('settles the order with the time of the statement', async () => {
    await handle({ orderId: 'cs_1', isConfirmed: true });
    expect(settle).toHaveBeenCalledExactlyOnceWith('cs_1', statedAt);
    expect(mails()).toEqual([received(ana)]);
    expect(send.mock.lastCall?.[0].mail.text).toContain('Name: Ana Ferreira');
  });

  it('lets the team reply to the buyer when the order is not refunded', async () => {
    settled = order;
    await handle({ orderId: 'cs_1', isConfirmed: true });
    expect(mails()).toEqual([received(ana), toTeam]);
    expect(send.mock.lastCall?.[0].replyTo).toBe(ana);
  });

  it('reports an order that no longer exists to the team', async () => {
    stored = undefined;
    await handle({ orderId: 'cs_1', isConfirmed: true });
    expect(mails()).toEqual([toTeam]);
    const { mail, replyTo } = send.mock.lastCall?.[0] ?? {};
    expect(mail?.text).toContain('confirmed a statement with the link');
    expect(replyTo).toBeUndefined();
  });
});
