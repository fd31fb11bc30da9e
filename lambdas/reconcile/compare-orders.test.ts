import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type Stripe from 'stripe';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Repair } from '../domain/orders/checkout-comparison.ts';
import type { reconcileOrders } from '../domain/orders/reconcile-orders.ts';
import { AppError } from '../platform/app-error.ts';
import { logger } from '../platform/logger.ts';
import { deliver } from '../platform/test-event.ts';
import { compareOrders } from './compare-orders.ts';
import { compose } from './compose.ts';

const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const reconcile = vi.hoisted(() => vi.fn<typeof reconcileOrders>());
const sendOnce = vi.fn();
const openStripe = vi.fn<() => Promise<Stripe>>();
vi.mock('../domain/orders/reconcile-orders.ts', () => ({ reconcileOrders: reconcile }));
const handler = compareOrders({ ...compose(), openStripe, send: sendOnce });

const repair: Repair = { orderId: 'cs_1', from: undefined, to: 'paid' };

beforeEach(() => {
  recordMetric.mockClear();
  sendOnce.mockReset();
  openStripe.mockReset().mockResolvedValue({} as Stripe);
  reconcile.mockReset().mockResolvedValue({ compared: 3, isComplete: true });
});

test('sends no email when nothing was wrong', async () => {
  await deliver(handler, {});
  expect(reconcile).toHaveBeenCalledOnce();
  expect(sendOnce).not.toHaveBeenCalled();
});

test('succeeds without comparing anything until payments are set up', async () => {
  openStripe.mockRejectedValue(new AppError('unavailable', 'Payments are not set up on this site yet.'));
  await deliver(handler, {});
  expect(reconcile).not.toHaveBeenCalled();
  expect(sendOnce).not.toHaveBeenCalled();
});

test('fails when the secret cannot be read', async () => {
  openStripe.mockRejectedValue(new Error('AccessDeniedException'));
  await expect(deliver(handler, {})).rejects.toThrow('AccessDeniedException');
});

test('reports and counts a repaired order', async () => {
  reconcile.mockImplementation(async (_, { repaired }) => {
    repaired(repair);
    return { compared: 3, isComplete: true };
  });
  await deliver(handler, {});
  expect(recordMetric.mock.calls).toEqual([['OrdersRepaired', { orderId: 'cs_1' }]]);
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      idempotencyKey: 'repairs#event-1#cs_1',
      to: 'team@site.test',
      logUnder: 'nobody',
      mail: expect.objectContaining({ text: expect.stringContaining('cs_1: missing → paid') }),
    },
    expect.anything(),
  );
});

test('reports a group that was corrected', async () => {
  reconcile.mockImplementation(async (_, { groupRepaired }) => {
    groupRepaired('cs_3');
    return { compared: 3, isComplete: true };
  });
  await deliver(handler, {});
  expect(recordMetric.mock.calls).toEqual([['OrdersRepaired', { orderId: 'cs_3' }]]);
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      idempotencyKey: 'repairs#event-1#cs_3',
      to: 'team@site.test',
      logUnder: 'nobody',
      mail: expect.objectContaining({ text: expect.stringContaining('cs_3: group of the buyer corrected') }),
    },
    expect.anything(),
  );
});

test('reports repairs even when the run fails later, and those of the next attempt', async () => {
  const failsAfter = (orderId: string) =>
    reconcile.mockImplementationOnce(async (_, { repaired }) => {
      repaired({ ...repair, orderId });
      throw new Error('Stripe is away');
    });
  failsAfter('cs_1');
  failsAfter('cs_2');
  await expect(deliver(handler, {})).rejects.toThrow('Stripe is away');
  await expect(deliver(handler, {})).rejects.toThrow('Stripe is away');
  expect(sendOnce.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey)).toEqual([
    'repairs#event-1#cs_1',
    'repairs#event-1#cs_2',
  ]);
});

test('logs each repair and fails when the report cannot be sent, because the retry finds none', async () => {
  const logged = vi.spyOn(logger, 'error');
  sendOnce.mockRejectedValueOnce(new Error('SES is away'));
  reconcile.mockImplementationOnce(async (_, { repaired, groupRepaired, failed }) => {
    repaired(repair);
    groupRepaired('cs_3');
    failed('cs_4', new Error('away'));
    return { compared: 3, isComplete: true };
  });
  await expect(deliver(handler, {})).rejects.toThrow('SES is away');
  expect(logged.mock.calls.filter(([message]) => message === 'could not report a repaired order')).toEqual(
    ['cs_1', 'cs_3'].map((orderId) => ['could not report a repaired order', { orderId }]),
  );
});

test.each([
  [{}, 'reconcile'],
  [{ lookBackDays: 30 }, 'reconcile#30'],
])('stores the progress of %j as %s', async (detail, id) => {
  const table = mockClient(DynamoDBDocumentClient);
  reconcile.mockImplementation(async ({ progress }) => {
    await progress.keep({ since: 0, until: 1, list: 'events' });
    return { compared: 3, isComplete: false };
  });
  await deliver(handler, detail);
  expect(table.commandCalls(PutCommand)[0]?.args[0].input.Item).toMatchObject({ id });
  table.restore();
});

test('reports failures once a day', async () => {
  reconcile.mockImplementation(async (_, { failed }) => {
    failed('cs_2', new Error('away'));
    return { compared: 3, isComplete: true };
  });
  await deliver(handler, {});
  await deliver(handler, {});
  const [first, second] = sendOnce.mock.calls.map(([sending]) => sending);
  expect(first).toMatchObject({
    idempotencyKey: expect.stringMatching(/^repairs#\d{4}-\d\d-\d\d#cs_2$/),
    mail: { text: expect.stringContaining('cs_2: needs attention') },
  });
  expect(second.idempotencyKey).toBe(first.idempotencyKey);
});

test('stops comparing in time to report', async () => {
  let remainingMs = 900_000;
  reconcile.mockImplementation(async (_, { hasTime }) => {
    expect(hasTime()).toBe(true);
    remainingMs = 50_000;
    expect(hasTime()).toBe(false);
    return { compared: 3, isComplete: false };
  });
  await deliver(handler, {}, { getRemainingTimeInMillis: () => remainingMs });
  expect(reconcile).toHaveBeenCalledOnce();
});
