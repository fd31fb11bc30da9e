import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '../../../lambdas/domain/orders/order-store.ts';
import { paidOrder, refundedOrder } from '../../../lambdas/domain/orders/test-orders.ts';
import { listLicenses } from './list-licenses.ts';

const list = (...orders: StoredOrder[]) =>
  listLicenses('ana@example.test', {
    siteName: 'lorewright-prod',
    findUserId: async (email) => (email === 'ana@example.test' ? 'user-1' : undefined),
    orders: { ofUser: async (userId) => (userId === 'user-1' ? orders : []) },
  });

describe('listLicenses', () => {
  it('lists id, kind, date, state and file of each license, without the text of a file', async () => {
    const { lines } = await list(
      paidOrder('free-1', { amountInCents: 0, status: 'free' }),
      refundedOrder('cs_1', { licenseFile: 'secret-1' }),
      paidOrder('cs_2', { licenseFile: 'secret-2' }),
    );
    expect(lines).toEqual([
      'ana@example.test is the user user-1 on lorewright-prod',
      '  free-1  free since 2026-11-23T10:00:00.000Z  active, the order is free  no file stored',
      '  cs_1  purchase since 2026-11-23T10:00:00.000Z  revoked since 2026-12-01T08:00:00.000Z, the order is refunded  file stored',
      '  cs_2  purchase since 2026-11-23T10:00:00.000Z  active, the order is paid  file stored',
    ]);
  });

  it('returns the newest file of a license that works', async () => {
    const { current } = await list(
      paidOrder('cs_1', { licenseFile: 'first' }),
      paidOrder('cs_2', { licenseFile: 'second' }),
      refundedOrder('cs_3', { licenseFile: 'third' }),
      paidOrder('cs_4'),
    );
    expect(current).toEqual({ orderId: 'cs_2', text: 'second' });
  });

  it('returns no file when no license works', async () => {
    expect((await list(refundedOrder('cs_1', { licenseFile: 'first' }))).current).toBeUndefined();
  });

  it('says that a person has orders and no license', async () => {
    const { lines } = await list(paidOrder('cs_1', { licensedAt: undefined, status: 'failed' }));
    expect(lines[1]).toBe('  no order with a license (orders without one: 1)');
    expect(lines[2]).toMatch(/^A license that the team gave with a group/);
  });

  it('says what to do about an address without an account', async () => {
    const nobody = listLicenses('bea@example.test', {
      siteName: 'lorewright-prod',
      findUserId: async () => undefined,
      orders: { ofUser: async () => [] },
    });
    await expect(nobody).rejects.toThrow(
      'lorewright-prod has no account with the address bea@example.test. Ask for the address of the account',
    );
  });
});
