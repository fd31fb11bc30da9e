import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { stackTable } from '../../test/stack-tables.ts';
import { auditStore } from '../domain/desk/audit-store.ts';
import { orderLists } from '../domain/orders/order-lists.ts';
import { orderStore, type StoredOrder } from '../domain/orders/order-store.ts';
import { testFinishing } from '../domain/orders/test-finishing.ts';
import { paidOrder } from '../domain/orders/test-orders.ts';
import { securityStore } from '../domain/security/security-store.ts';
import { newUser } from '../domain/users/new-user.ts';
import { userStore } from '../domain/users/user-store.ts';
import { logger } from '../platform/logger.ts';
import { deliver } from '../platform/test-event.ts';
import { testTables } from '../platform/test-tables.ts';
import { completeInterrupted } from './complete-interrupted.ts';
import { compose } from './compose.ts';

const tables = [
  stackTable('Audit'),
  stackTable('Orders'),
  stackTable('Limits'),
  stackTable('Users'),
] as const;
const client = testTables(...tables);
const audit = auditStore(client, tables[0].name);
const orders = orderStore(client, tables[1].name);
const security = securityStore(client, tables[3].name);
const users = userStore(client, tables[3].name);
const openStripe = vi.fn();
const send = vi.fn();
/** Each test has its own quarter, because a run reads actions of two weeks and orders of up to two months. */
let startedAt = Date.parse('2026-01-15T10:00:00.000Z');
let finishing: ReturnType<typeof testFinishing>;

beforeEach(() => {
  startedAt += 92 * 24 * 60 * 60 * 1000;
  finishing = testFinishing();
  openStripe.mockReset();
  send.mockReset();
});

const run = () => {
  const now = () => new Date(startedAt + 60 * 60 * 1000);
  const stores = {
    audit,
    orders,
    orderLists: orderLists(client, tables[1].name),
    security,
    tables: client,
    limitsTable: tables[2].name,
    send,
  };
  return deliver(completeInterrupted({ ...compose(), ...stores, ...finishing, openStripe, now }), {});
};

/** Adds an order whose follow-up work was interrupted. */
async function addOrder(orderId: string, source: NonNullable<StoredOrder['source']>): Promise<void> {
  const createdAt = new Date(startedAt).toISOString();
  const outbox = [{ change: 'granted', idempotencyKey: '1' } as const];
  await orders.save(paidOrder(orderId, { source, createdAt, outbox }), undefined, []);
}

async function addGift(orderId: string): Promise<void> {
  await addOrder(orderId, 'gift');
  await audit.add({
    ...{ auditId: `gift-of-${orderId}`, action: 'gift', orderId, outcome: 'done', actorId: 'admin-1' },
    ...{ at: new Date(startedAt).toISOString(), reason: 'A reason.', requestId: 'request-1' },
  });
}

const finished = () => finishing.requestLicense.mock.calls;
const outboxOf = async (orderId: string) => (await orders.find(orderId))?.outbox;

describe('completeInterrupted', () => {
  it('does not ask for the key of Stripe when no refund is open', async () => {
    await addGift('gift-1');
    await run();
    expect(finished()).toEqual([['gift-1']]);
    expect(openStripe).not.toHaveBeenCalled();
  });

  it('finishes the order of a redeemed code once', async () => {
    await addOrder('code-1', 'code');
    await run();
    expect(finished()).toEqual([['code-1']]);
    expect(await outboxOf('code-1')).toBeUndefined();
    await run();
    expect(finished()).toHaveLength(1);
  });

  it('continues after a failure, and throws with the ids of all that failed', async () => {
    await addGift('gift-2');
    for (const orderId of ['code-2', 'code-3', 'code-4']) await addOrder(orderId, 'code');
    const logged = vi.spyOn(logger, 'error');
    const failing = ['gift-2', 'code-2', 'code-4'];
    finishing.requestLicense.mockImplementation(async (orderId) => {
      if (failing.includes(orderId)) throw new Error('away');
    });
    const error = await run().catch((thrown: Error) => thrown);
    const ids = /^Could not complete (.+)\.$/.exec(error?.message ?? '')?.[1]?.split(', ');
    expect(ids?.toSorted()).toEqual(['code-2', 'code-4', 'gift-of-gift-2']);
    expect(logged.mock.calls.filter(([text]) => text === 'could not complete interrupted work')).toHaveLength(
      3,
    );
    expect(await outboxOf('code-3')).toBeUndefined();
    finishing.requestLicense.mockReset();
    await run();
    expect(finished().flat().toSorted()).toEqual(failing.toSorted());
  });

  it('emails the team about a reset that became due, even if other work fails', async () => {
    const at = new Date(startedAt - 24 * 60 * 60 * 1000);
    await users.create(newUser('user-1', 'ana@example.test', at));
    await security.requestReset('user-1', { requestedAt: at.toISOString() });
    await addOrder('code-5', 'code');
    finishing.requestLicense.mockRejectedValue(new Error('away'));
    await expect(run()).rejects.toThrow('Could not complete code-5.');
    expect(send).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ idempotencyKey: expect.stringContaining('factorResetDue#user-1#') }),
      expect.anything(),
    );
  });

  it('gives old orders their state, even if an email fails', async () => {
    const at = new Date(startedAt - 24 * 60 * 60 * 1000).toISOString();
    await users.create(newUser('user-2', 'ben@example.test', new Date(at)));
    await security.requestReset('user-2', { requestedAt: at });
    await client.send(new DeleteCommand({ TableName: tables[2].name, Key: { id: 'ordersHaveDeskState' } }));
    const old = paidOrder('cs_old', { createdAt: at, status: 'disputed' });
    await client.send(new PutCommand({ TableName: tables[1].name, Item: { ...old, month: at.slice(0, 7) } }));
    send.mockRejectedValue(new Error('away'));
    await expect(run()).rejects.toThrow('Could not complete due resets.');
    const listed = await orderLists(client, tables[1].name).all({ state: 'disputeOpen' });
    expect(listed.map(({ orderId }) => orderId)).toEqual(['cs_old']);
  });
});
