import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '../orders/order-store.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { type FindDependencies, findOrders, isSameAddress, type Withdrawal } from './find-orders.ts';

const ana = 'ana@example.test';
const owned = paidOrder('cs_1');
const { userId: _, ...ownerless } = paidOrder('cs_2');
const passedOnAt = '2026-11-24T10:00:00.000Z';
const passedOn = paidOrder('cs_3', { userId: 'user-3', buyerId: 'user-4', passedOnAt });
const stored: StoredOrder[] = [owned, ownerless, passedOn];

const findUser = vi.fn<FindDependencies['users']['find']>();
const readAccount = vi.fn<FindDependencies['readAccount']>();
const retrieve = vi.fn();

beforeEach(() => {
  findUser.mockReset().mockResolvedValue({ email: ana } as never);
  readAccount.mockReset().mockResolvedValue({ sub: 'user-1', email: ana });
  retrieve.mockReset().mockResolvedValue({ customer_details: { email: ana }, customer_email: null });
});

const find = (statement: Partial<Withdrawal>) =>
  findOrders(
    {
      orders: {
        find: async (orderId) => stored.find((order) => order.orderId === orderId),
        ofUser: async (userId) => stored.filter((order) => order.userId === userId),
        ofBuyer: async (buyerId) => stored.filter((order) => order.buyerId === buyerId),
      },
      users: { find: findUser },
      readAccount,
      openStripe: async () => ({ checkout: { sessions: { retrieve } } }) as never,
    },
    { withdrawalId: 'w-1', statedAt: '2026-11-25T10:00:00.000Z', isConfirmed: false, ...statement },
  );

describe('findOrders', () => {
  it('finds nothing for a statement without an order number and an address', async () => {
    expect(await find({})).toEqual([]);
    expect(readAccount).not.toHaveBeenCalled();
  });

  it('finds the orders of an address, which anybody could have typed', async () => {
    expect(await find({ email: ana })).toEqual([{ order: owned, address: ana, isProven: false }]);
  });

  it('finds an order that was passed on for its buyer, and not for its holder', async () => {
    findUser.mockImplementation(async (userId) => ({ email: `${userId}@example.test` }) as never);
    const isProvenBy = async (email: string) => (await find({ orderId: 'cs_3', email }))[0]?.isProven;
    expect(await isProvenBy('user-4@example.test')).toBe(true);
    expect(await isProvenBy('user-3@example.test')).toBe(false);
    readAccount.mockResolvedValue({ sub: 'user-3', email: 'user-3@example.test' });
    expect(await find({ email: 'user-3@example.test' })).toEqual([]);
    readAccount.mockResolvedValue({ sub: 'user-4', email: 'user-4@example.test' });
    expect((await find({ email: 'user-4@example.test' })).map(({ order }) => order)).toEqual([passedOn]);
  });

  it('finds nothing for an address without an account', async () => {
    readAccount.mockResolvedValue(undefined);
    expect(await find({ email: 'ben@example.test' })).toEqual([]);
  });

  it('does not trust an order number alone', async () => {
    expect(await find({ orderId: 'cs_1' })).toEqual([{ order: owned, address: ana, isProven: false }]);
  });

  it.each([
    ['the address of the order', { email: ' Ana@Example.test' }, true],
    ['another address', { email: 'ben@example.test' }, false],
    ['the link from the mailbox', { isConfirmed: true }, true],
  ])('says whether %s proves a statement with an order number', async (_name, statement, isProven) => {
    expect(await find({ orderId: 'cs_1', ...statement })).toEqual([{ order: owned, address: ana, isProven }]);
  });

  it('does not call Stripe for a buyer with an account', async () => {
    await find({ orderId: 'cs_1', email: ana });
    expect(retrieve).not.toHaveBeenCalled();
  });

  it('does not find an order whose buyer no longer has a record', async () => {
    findUser.mockResolvedValue(undefined);
    expect(await find({ orderId: 'cs_1', email: ana })).toEqual([]);
  });
});

describe('the address of a buyer who has deleted the account', () => {
  it.each([
    [
      'which the buyer typed at Stripe',
      { customer_details: { email: ana }, customer_email: 'old@example.test' },
    ],
    ['with which we opened the checkout', { customer_details: null, customer_email: ana }],
    ['which Stripe did not ask for again', { customer_details: { email: null }, customer_email: ana }],
  ])('is the one %s', async (_name, session) => {
    retrieve.mockResolvedValue(session);
    expect(await find({ orderId: 'cs_2', email: ana })).toEqual([
      { order: ownerless, address: ana, isProven: true },
    ]);
    expect(findUser).not.toHaveBeenCalled();
  });

  it('is missing when the checkout has none', async () => {
    retrieve.mockResolvedValue({ customer_details: null, customer_email: null });
    expect(await find({ orderId: 'cs_2', isConfirmed: true })).toEqual([]);
  });

  it('is missing when the checkout does not exist at Stripe', async () => {
    retrieve.mockRejectedValue(Object.assign(new Error('No such session.'), { code: 'resource_missing' }));
    expect(await find({ orderId: 'cs_2', isConfirmed: true })).toEqual([]);
  });
});

describe('isSameAddress', () => {
  it('ignores case, and spaces around both addresses', () => {
    expect(isSameAddress(' Ana@example.test', 'ana@EXAMPLE.test ')).toBe(true);
    expect(isSameAddress(ana, 'ben@example.test')).toBe(false);
  });
});
