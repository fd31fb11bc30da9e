import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { orderStore, type StoredOrder } from './order-store.ts';
import { impossiblePart } from './test-orders.ts';

const { client, names } = testSiteTables('Orders');
const orders = orderStore(client, names.Orders);

const order = (orderId: string, change: Partial<StoredOrder> = {}): StoredOrder => ({
  orderId,
  userId: 'user-1',
  priceId: 'price_1',
  termsVersion: '2025-06-13',
  amountInCents: 0,
  amountRefundedInCents: 0,
  currency: 'usd',
  status: 'created',
  createdAt: '2025-09-02T00:00:00.000Z',
  version: 0,
  history: [],
  ...change,
});

test('adds an order, and never overwrites one', async () => {
  expect(await orders.save(order('cs_add'), undefined, [])).toBe(true);
  expect(await orders.save(order('cs_add', { status: 'free' }), undefined, [])).toBe(false);
  expect(await orders.find('cs_add')).toEqual(order('cs_add'));
});

test('stores the month of an order for the index, and omits it when reading', async () => {
  await orders.save(order('cs_month'), undefined, []);
  const { Item: item } = await client.send(
    new GetCommand({ TableName: names.Orders, Key: { orderId: 'cs_month' } }),
  );
  expect(item).toEqual({ ...order('cs_month'), month: '2025-09' });
});

test('changes an order only if it has not changed since it was read', async () => {
  await orders.save(order('cs_change'), undefined, []);
  const changes = ['free', 'expired', 'failed'].map((status) =>
    orders.save(order('cs_change', { status: status as 'free', version: 1 }), 0, []),
  );
  expect((await Promise.all(changes)).filter(Boolean)).toHaveLength(1);
  expect(await orders.save(order('cs_change', { status: 'paid', version: 1 }), 0, [])).toBe(false);
});

test('writes nothing when another part of the transaction fails', async () => {
  expect(await orders.save(order('cs_whole'), undefined, [impossiblePart(names.Orders)])).toBe(false);
  expect(await orders.find('cs_whole')).toBeUndefined();
});

test('clears the outbox, unless it has changed since it was read', async () => {
  const granted = { change: 'granted' as const, idempotencyKey: '1' };
  const first = order('cs_finish', { version: 1, outbox: [granted] });
  await orders.save(first, undefined, []);
  const outbox = [granted, { change: 'revoked' as const, idempotencyKey: '2' }];
  const second = order('cs_finish', { version: 2, outbox });
  await orders.save(second, 1, []);
  await orders.finish(first);
  expect(await orders.find('cs_finish')).toEqual(second);
  await orders.finish(second);
  await orders.finish(second);
  expect(await orders.find('cs_finish')).toEqual(order('cs_finish', { version: 2 }));
});

test.each([
  ['of an order without one', undefined],
  ['of an earlier one', { count: 1, at: '2025-09-03T00:00:00.000Z', requestId: 'first' }],
])('keeps the empty outbox of a reissue when a run %s finishes late', async (name, reissues) => {
  const orderId = `cs_reissue ${name}`;
  const first = order(orderId, { version: 1, outbox: [], ...(reissues ? { reissues } : {}) });
  const second = order(orderId, {
    version: 2,
    outbox: [],
    reissues: { count: 2, at: '2025-09-03T00:00:01.000Z', requestId: 'second' },
  });
  await orders.save(first, undefined, []);
  await orders.save(second, 1, []);
  await orders.finish(first);
  expect(await orders.find(orderId)).toEqual(second);
  await orders.finish(second);
  expect(await orders.find(orderId)).not.toHaveProperty('outbox');
});

test('clears the outbox of an order that has since got its license file', async () => {
  const outbox = [{ change: 'granted' as const, idempotencyKey: '1' }];
  const read = order('cs_file', { version: 1, outbox });
  await orders.save(read, undefined, []);
  expect(await orders.saveLicense(read, 'the file', true)).toBe(true);
  await orders.finish(read);
  expect(await orders.find('cs_file')).toEqual(
    order('cs_file', { version: 2, licenseFile: 'the file', isLicenseUnannounced: true }),
  );
});

test('never overwrites a license file with an earlier state of the order', async () => {
  const read = order('cs_race', { version: 1 });
  await orders.save(read, undefined, []);
  await orders.saveLicense(read, 'the file', true);
  expect(await orders.save({ ...read, version: 2 }, 1, [])).toBe(false);
  expect(await orders.saveLicense(read, 'another file', false)).toBe(false);
  const issued = await orders.find('cs_race');
  await orders.finishLicense('cs_race');
  await orders.finishLicense('cs_race');
  expect(await orders.save({ ...read, version: 3 }, issued?.version, [])).toBe(false);
  expect(await orders.find('cs_race')).toEqual(order('cs_race', { version: 3, licenseFile: 'the file' }));
});

test('adds refused credit notes, unless the order has changed since', async () => {
  const read = order('cs_credit', { refusedCreditNotes: ['re_1'] });
  await orders.save(read, undefined, []);
  const refused = order('cs_credit', { version: 1, refusedCreditNotes: ['re_1', 're_2'] });
  expect(await orders.refuseCreditNotes(read, ['re_2'])).toEqual(refused);
  expect(await orders.refuseCreditNotes(read, ['re_3'])).toBeUndefined();
  expect(await orders.find('cs_credit')).toEqual(refused);
  // A settlement in progress does not write the old state.
  expect(await orders.save({ ...read, version: 1 }, 0, [])).toBe(false);
});

test('closes a refund by the team once', async () => {
  const deskRefund = { actionId: 'action-2', amountInCents: 100, isOpen: true } as const;
  await orders.save(order('cs_refund', { deskRefund }), undefined, []);
  await orders.closeRefund('cs_refund', 'action-1');
  expect(await orders.find('cs_refund')).toEqual(order('cs_refund', { deskRefund }));
  const { isOpen: _, ...closed } = deskRefund;
  for (let repeated = 0; repeated < 2; repeated++) {
    await orders.closeRefund('cs_refund', 'action-2');
    expect(await orders.find('cs_refund')).toEqual(order('cs_refund', { version: 1, deskRefund: closed }));
  }
});

test('removes what identifies the buyer, keeps the outbox, and adds no order', async () => {
  const kept = {
    referralCode: 'friend',
    outbox: [{ change: 'refundFailed' as const, idempotencyKey: '3' }],
  };
  const personal = {
    receiptUrl: 'https://stripe.test/r',
    licenseFile: 'header.claims.signature',
    isLicenseUnannounced: true,
    giftFrom: 'Aunt May',
  };
  await orders.save(order('cs_forget', { ...kept, ...personal }), undefined, []);
  await orders.forgetHolder(order('cs_forget'), 'user-1');
  const { userId: _buyer, ...rest } = order('cs_forget', kept);
  expect(await orders.find('cs_forget')).toEqual(rest);
  await orders.forgetHolder(order('cs_none'), 'user-1');
  expect(await orders.find('cs_none')).toBeUndefined();
});

const movedAt = '2026-11-28T12:00:00.000Z';
const movedOrder = (orderId: string) =>
  order(orderId, {
    userId: 'user-2',
    buyerId: 'user-1',
    passedOnAt: movedAt,
    receiptUrl: 'https://stripe.test/r',
    licenseFile: 'header.claims.signature',
  });

test('finds an order that was passed on for its holder and for its buyer', async () => {
  await orders.save(movedOrder('cs_moved'), undefined, []);
  expect((await orders.ofUser('user-2')).map(({ orderId }) => orderId)).toEqual(['cs_moved']);
  expect((await orders.ofBuyer('user-1')).map(({ orderId }) => orderId)).toEqual(['cs_moved']);
  expect((await orders.pageOfBuyer('user-1', undefined, 10)).items).toEqual([movedOrder('cs_moved')]);
});

test('keeps the receipt for the buyer when the holder of an order that was passed on is deleted', async () => {
  await orders.save(movedOrder('cs_left'), undefined, []);
  await orders.forgetHolder(movedOrder('cs_left'), 'user-2');
  const { userId: _, licenseFile: _file, ...kept } = movedOrder('cs_left');
  expect(await orders.find('cs_left')).toEqual(kept);
});

test('keeps the license of the holder when the buyer of an order that was passed on is deleted', async () => {
  await orders.save(movedOrder('cs_kept'), undefined, []);
  await orders.forgetBuyer('cs_kept', 'user-1');
  const { buyerId: _, receiptUrl: _url, ...kept } = movedOrder('cs_kept');
  expect(await orders.find('cs_kept')).toEqual({ ...kept, version: 1 });
  // A settlement in progress does not write the buyer again.
  expect(await orders.save({ ...movedOrder('cs_kept'), version: 1 }, 0, [])).toBe(false);
});

test('removes nothing of an order that has moved since the deletion read it', async () => {
  await orders.save(movedOrder('cs_new'), undefined, []);
  await orders.forgetHolder(order('cs_new'), 'user-1');
  await orders.forgetHolder({ ...movedOrder('cs_new'), passedOnAt: '2026-01-01T00:00:00.000Z' }, 'user-2');
  await orders.forgetBuyer('cs_new', 'user-2');
  expect(await orders.find('cs_new')).toEqual(movedOrder('cs_new'));
});
