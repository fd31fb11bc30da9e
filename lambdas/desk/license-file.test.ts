import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditStore } from '../domain/desk/audit-store.ts';
import type { OrderStore, StoredOrder } from '../domain/orders/order-store.ts';
import { paidOrder, refundedOrder } from '../domain/orders/test-orders.ts';
import { deskLicenseFile } from './orders.ts';

const now = new Date('2026-11-25T08:00:00.000Z');
const file = { licenseFile: 'header.claims.signature' };
const find = vi.fn<OrderStore['find']>();
const begin = vi.fn<AuditStore['begin']>();

/** The operation, called by an admin. */
function download(): Promise<unknown> {
  const dependencies = {
    audit: { begin },
    orders: { find },
    now: () => now,
    serveDesk: (_: object, act: (call: object) => Promise<unknown>) => act,
  };
  const act = deskLicenseFile(dependencies as never) as unknown as (call: object) => Promise<unknown>;
  return act({
    caller: { userId: 'admin-1' },
    data: { actionId: 'action-1', orderId: 'cs_1', reason: 'No email arrives.' },
  });
}

beforeEach(() => {
  find.mockReset().mockResolvedValue(paidOrder('cs_1', file));
  begin.mockReset().mockResolvedValue(undefined);
});

describe('deskLicenseFile', () => {
  it('returns the file, after an entry that names the admin, the person and the reason', async () => {
    expect(await download()).toEqual(file);
    expect(begin).toHaveBeenCalledExactlyOnceWith({
      auditId: 'action-1',
      action: 'licenseFile',
      actorId: 'admin-1',
      personId: 'user-1',
      orderId: 'cs_1',
      reason: 'No email arrives.',
      requestId: '',
      outcome: 'done',
      at: now.toISOString(),
    });
  });

  it('returns no file when the entry cannot be written', async () => {
    begin.mockRejectedValue(new Error('away'));
    await expect(download()).rejects.toThrow('away');
  });

  it.each<[string, StoredOrder | undefined]>([
    ['that does not exist', undefined],
    ['whose file is not issued yet', paidOrder('cs_1')],
    ['whose license has ended', refundedOrder('cs_1', file)],
    ['of a deleted account', paidOrder('cs_1', { ...file, userId: undefined })],
  ])('refuses an order %s, without an entry', async (_, order) => {
    find.mockResolvedValue(order);
    await expect(download()).rejects.toMatchObject({ code: 'not-found' });
    expect(begin).not.toHaveBeenCalled();
  });
});
