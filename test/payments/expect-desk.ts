import { expect } from 'vitest';
import { buyerOf } from '../../lambdas/domain/orders/order-holder.ts';
import type { StoredOrder } from '../../lambdas/domain/orders/order-store.ts';
import type { SmallWorld } from './small-world.ts';

/** The orders that came from the team or from a code. */
export async function readGifts({ world, batchId }: SmallWorld): Promise<StoredOrder[]> {
  const { desk } = world;
  const redeemed = await desk.redemptionsOf(batchId);
  const ids = new Set([...desk.giftIds, ...redeemed.map(({ orderId }) => orderId)]);
  const found = await Promise.all([...ids].map((id) => world.order(id)));
  return found.filter((order) => order !== undefined);
}

/**
 * Expects that nothing has changed without an audit entry, that each refund has an outcome, and that each code has given at most one license.
 */
export async function expectDesk(
  { world, batchId, leaving }: SmallWorld,
  gifts: StoredOrder[],
  stored: Map<string, StoredOrder>,
): Promise<void> {
  const { desk } = world;
  const entries = await desk.entries();
  const entriesOf = (action: string, orderId: string) =>
    entries.filter((entry) => entry.action === action && entry.orderId === orderId);

  for (const order of gifts) {
    expect(order).toMatchObject({ amountInCents: 0, amountRefundedInCents: 0 });
    expect(order).not.toHaveProperty('outbox');
    if (order.userId) expect(leaving.has(order.userId)).toBe(false);
    expect(entriesOf('gift', order.orderId)).toHaveLength(order.source === 'gift' ? 1 : 0);
    expect(entriesOf('revoke', order.orderId)).toHaveLength(order.status === 'revoked' ? 1 : 0);
    const ends = world.announced.filter(
      ({ orderId, change }) => orderId === order.orderId && change === 'revoked',
    );
    // A license that ends with its account is not announced.
    if (order.userId) expect(ends.length > 0).toBe(order.status === 'revoked');
  }

  for (const order of [...gifts, ...stored.values()]) {
    const { orderId, history, passedOnAt, reissues } = order;
    const moves = history.flatMap(({ cause, at }, index) =>
      cause === 'passOn' ? [{ at, key: `${index + 1}` }] : [],
    );
    for (const action of ['passOn', 'receive']) expect(entriesOf(action, orderId)).toHaveLength(moves.length);
    // A license that was passed on has a new file each time.
    expect(reissues?.count ?? 0).toBe(moves.length + entriesOf('reissue', orderId).length);
    expect(passedOnAt).toBe(moves.at(-1)?.at);
    const told = world.announced.filter((news) => news.orderId === orderId && news.change === 'passedOn');
    expect([...new Set(told.map(({ idempotencyKey }) => idempotencyKey))].sort()).toEqual(
      moves.map(({ key }) => key).sort(),
    );
    // The last receiver holds the order, unless the account is deleted.
    const [last] = entriesOf('receive', orderId).sort((one, other) => (one.at < other.at ? 1 : -1));
    if (last && order.userId) expect(order.userId).toBe(last.personId);
  }

  const refunds = entries.filter(({ action }) => action === 'refund');
  for (const { auditId } of refunds) {
    const outcomes = refunds.filter((entry) => entry.auditId === auditId).map(({ outcome }) => outcome);
    expect(outcomes).toContain('requested');
    expect(outcomes.length, `the refund ${auditId} has no outcome`).toBeGreaterThan(1);
  }
  for (const order of stored.values()) {
    const { orderId, deskRefund, refundReason } = order;
    expect(entriesOf('refund', orderId).length > 0).toBe(deskRefund !== undefined);
    expect(deskRefund?.isOpen).toBeUndefined();
    if (refundReason === 'requested') expect(deskRefund).toBeDefined();
  }
  // Stripe has made each partial refund at most once.
  const made = [...world.fakeStripe.store.refunds.values()].flatMap(
    ({ metadata }) => metadata?.actionId ?? [],
  );
  expect(new Set(made).size).toBe(made.length);

  const redemptions = await desk.redemptionsOf(batchId);
  const fromCodes = gifts.filter(({ source }) => source === 'code');
  expect(redemptions.map(({ orderId }) => orderId).sort()).toEqual(
    fromCodes.map(({ orderId }) => orderId).sort(),
  );
  expect(await desk.batch(batchId)).toMatchObject({ redeemedCount: redemptions.length, status: 'valid' });
  const people = fromCodes.flatMap((order) => buyerOf(order) ?? []);
  expect(new Set(people).size).toBe(people.length);
}
