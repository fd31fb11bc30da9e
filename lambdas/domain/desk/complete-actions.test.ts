import type Stripe from 'stripe';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { AppError } from '../../platform/app-error.ts';
import { testTables } from '../../platform/test-tables.ts';
import { orderStore, type StoredOrder } from '../orders/order-store.ts';
import type { RefundDependencies } from '../orders/refund-order.ts';
import { settleOrder } from '../orders/settle-order.ts';
import { testFinishing } from '../orders/test-finishing.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { auditStore } from './audit-store.ts';
import { completeActions } from './complete-actions.ts';

vi.mock('../orders/settle-order.ts');

const tables = [stackTable('Audit'), stackTable('Orders')] as const;
const client = testTables(...tables);
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const createRefund = vi.fn<(refund: Stripe.RefundCreateParams) => Promise<void>>();
const stripe = { refunds: { list: async function* () {}, create: createRefund } } as unknown as Stripe;

let audit: ReturnType<typeof auditStore>;
let orders: ReturnType<typeof orderStore>;
/** The time of the actions of a test. Each test has its own month, because a run reads the last two weeks. */
let actedAt = Date.parse('2026-01-01T23:50:00.000Z');
const sendAnswer = vi.fn<(feedbackId: string, answerId: string) => Promise<void>>();
const announceArticle = vi.fn<(slug: string) => Promise<void>>();
const sendProblemAnswer = vi.fn<(version: string, textId: string, answerId: string) => Promise<void>>();
const startMailing = vi.fn<(slug: string) => Promise<void>>();
const openSettlement = vi.fn<() => Promise<RefundDependencies>>();
const observer = { completed: vi.fn(), failed: vi.fn() };
let finishing: ReturnType<typeof testFinishing>;

beforeEach(() => {
  audit = auditStore(client, tables[0].name);
  orders = orderStore(client, tables[1].name);
  actedAt += 30 * dayMs;
  finishing = testFinishing();
  for (const mock of [sendAnswer, sendProblemAnswer, announceArticle, startMailing, createRefund])
    mock.mockReset().mockResolvedValue();
  for (const mock of [observer.completed, observer.failed]) mock.mockReset();
  vi.mocked(settleOrder).mockReset();
  openSettlement.mockReset().mockImplementation(async () => {
    const now = () => new Date(actedAt + 60 * minuteMs);
    return { stripe, orders, now } as unknown as RefundDependencies;
  });
});

const run = (minutesLater = 60) =>
  completeActions(
    {
      audit,
      finishing: { orders, ...finishing },
      openSettlement,
      sendAnswer,
      sendProblemAnswer,
      announceArticle,
      startMailing,
      now: () => new Date(actedAt + minutesLater * minuteMs),
    },
    observer,
  );

const add = (entry: Pick<AuditEntry, 'auditId' | 'action'> & Partial<AuditEntry>) =>
  audit.add({
    at: new Date(actedAt).toISOString(),
    actorId: 'admin-1',
    outcome: 'requested',
    reason: 'A reason.',
    requestId: 'request-1',
    ...entry,
  });

const outcomesOf = async (actionId: string) =>
  (await audit.find({ by: 'actor', value: 'admin-1' }))
    .filter(({ auditId }) => auditId === actionId)
    .map(({ outcome }) => outcome)
    .sort();

function expectNothingDone() {
  expect(observer.completed).not.toHaveBeenCalled();
  expect(observer.failed).not.toHaveBeenCalled();
}

describe('completeActions, for an action with an event', () => {
  it('sends an interrupted answer once, after its run must have ended', async () => {
    await add({ auditId: 'answer-1', action: 'answerFeedback', feedbackId: 'feedback-1' });
    await run(10);
    expect(sendAnswer).not.toHaveBeenCalled();

    await run(60);
    await run(120);
    expect(sendAnswer.mock.calls).toEqual([['feedback-1', 'answer-1']]);
    expect(observer.completed.mock.calls).toEqual([['answer-1']]);
    expect(await outcomesOf('answer-1')).toEqual(['done', 'requested']);
  });

  it('sends an interrupted answer to a report once', async () => {
    const problem = 'text#5f0c7c0e2f5d4a3e#2026-11-28#1';
    await add({ auditId: 'answer-2', action: 'answerProblem', version: '1.0.0', problem });
    await run(60);
    await run(120);
    expect(sendProblemAnswer.mock.calls).toEqual([['1.0.0', problem, 'answer-2']]);
  });

  it.each(['storeArticle', 'unpublishArticle'] as const)(
    'announces an interrupted %s once',
    async (action) => {
      await add({ auditId: `${action}-1`, action, slug: 'a-map' });
      await run(60);
      await run(120);
      expect(announceArticle.mock.calls).toEqual([['a-map']]);
    },
  );

  it.each(['sendMailing', 'resumeMailing'] as const)('starts an interrupted %s once', async (action) => {
    await add({ auditId: `${action}-1`, action, mailing: 'a-letter' });
    await run(60);
    await run(120);
    expect(startMailing.mock.calls).toEqual([['a-letter']]);
  });

  it('publishes nothing for actions that ended', async () => {
    for (const outcome of ['requested', 'done'] as const) {
      await add({ auditId: 'ended-1', action: 'unpublishArticle', slug: 'a-sea', outcome });
      await add({ auditId: 'ended-2', action: 'resumeMailing', mailing: 'another', outcome });
    }
    await run();
    expect(announceArticle).not.toHaveBeenCalled();
    expect(startMailing).not.toHaveBeenCalled();
    expectNothingDone();
  });

  it('completes an action after an outage of two weeks, and leaves older ones', async () => {
    await add({ auditId: 'outage-1', action: 'storeArticle', slug: 'a-map' });
    await run(15 * 24 * 60);
    expect(announceArticle).not.toHaveBeenCalled();
    await run(14 * 24 * 60);
    expect(announceArticle.mock.calls).toEqual([['a-map']]);
  });

  it('ignores actions without follow-up work', async () => {
    await add({ auditId: 'note-1', action: 'note', personId: 'user-1', outcome: 'done' });
    await run();
    expectNothingDone();
  });
});

describe('completeActions, for the license of an order', () => {
  const outbox = (orderId: string): StoredOrder['outbox'] => [
    { change: 'granted', idempotencyKey: `${orderId}#1` },
  ];

  it.each(['gift', 'revoke'] as const)(
    'completes the follow-up work of an interrupted %s once',
    async (action) => {
      const orderId = `gift_${action}`;
      await orders.save(paidOrder(orderId, { outbox: outbox(orderId) }), undefined, []);
      await add({ auditId: `${action}-1`, action, orderId, outcome: 'done' });
      await run(60);
      await run(120);
      expect(finishing.publishLicenseChanged.mock.calls).toEqual([
        [expect.objectContaining({ orderId, change: 'granted' })],
      ]);
      expect((await orders.find(orderId))?.outbox).toBeUndefined();
      expect(observer.completed.mock.calls).toEqual([[`${action}-1`]]);
    },
  );

  it('leaves the follow-up work of a payment to its settlement', async () => {
    await orders.save(paidOrder('cs_settled', { outbox: outbox('cs_settled') }), undefined, []);
    await add({ auditId: 'settle-1', action: 'settle', orderId: 'cs_settled', outcome: 'done' });
    await run();
    expect(finishing.publishLicenseChanged).not.toHaveBeenCalled();
    expectNothingDone();
  });

  it('ignores an order that no longer exists', async () => {
    await add({ auditId: 'gift-gone', action: 'gift', orderId: 'gift_gone', outcome: 'done' });
    await run();
    expectNothingDone();
  });
});

describe('completeActions, for a refund', () => {
  const outage = Object.assign(new Error('Timeout.'), { type: 'StripeConnectionError' });
  let count = 0;
  let orderId: string;
  let actionId: string;

  beforeEach(() => {
    count++;
    orderId = `cs_${count}`;
    actionId = `refund-${count}`;
    vi.mocked(settleOrder).mockResolvedValue(
      paidOrder(orderId, { status: 'partlyRefunded', amountRefundedInCents: 1000 }),
    );
  });

  /** Stores an order with this refund, and the entry of its decision. */
  async function decide(deskRefund?: StoredOrder['deskRefund']) {
    const order = paidOrder(orderId, { paymentIntentId: 'pi_1', ...(deskRefund && { deskRefund }) });
    await orders.save(order, undefined, []);
    await add({ auditId: actionId, action: 'refund', orderId, personId: 'user-1' });
  }
  const decideOpen = () => decide({ actionId, amountInCents: 1000, isOpen: true });
  const isOpen = async () => (await orders.find(orderId))?.deskRefund?.isOpen === true;

  it('makes a decided refund once, and records it', async () => {
    await decideOpen();
    await run(60);
    await run(120);
    expect(createRefund).toHaveBeenCalledOnce();
    expect(createRefund.mock.calls[0]?.[0]).toMatchObject({ amount: 1000, metadata: { actionId } });
    expect(await isOpen()).toBe(false);
    expect(observer.completed.mock.calls).toEqual([[actionId]]);
    const entries = await audit.find({ by: 'person', value: 'user-1' });
    expect(entries.filter(({ auditId }) => auditId === actionId)).toContainEqual(
      expect.objectContaining({
        outcome: 'done',
        after: 'partlyRefunded, $10.00 of $49.00 refunded',
        orderId,
        reason: 'A reason.',
      }),
    );
  });

  it('records a refund that Stripe refuses, without failing', async () => {
    createRefund.mockRejectedValue(
      Object.assign(new Error('The charge is too old.'), { type: 'StripeInvalidRequestError' }),
    );
    await decideOpen();
    await run();
    expect(await outcomesOf(actionId)).toEqual(['failed', 'requested']);
    expect(await isOpen()).toBe(false);
    expect(observer.completed.mock.calls).toEqual([[actionId]]);
    expect(observer.failed).not.toHaveBeenCalled();
  });

  it('retries while Stripe does not respond', async () => {
    createRefund.mockRejectedValueOnce(outage);
    await decideOpen();
    await run(60);
    expect(observer.failed.mock.calls).toEqual([[actionId, outage]]);
    expect(await isOpen()).toBe(true);
    await run(120);
    expect(await outcomesOf(actionId)).toEqual(['done', 'requested']);
    expect(await isOpen()).toBe(false);
  });

  it('lets the team decide again when only the last step was interrupted', async () => {
    await decideOpen();
    await add({ auditId: actionId, action: 'refund', orderId, outcome: 'failed' });
    await run();
    expect(await isOpen()).toBe(false);
    expect(createRefund).not.toHaveBeenCalled();
    expect(observer.completed.mock.calls).toEqual([[actionId]]);
  });

  it.each<[string, () => StoredOrder['deskRefund']]>([
    ['was made', () => ({ actionId, amountInCents: 1000 })],
    ['is another one', () => ({ actionId: 'refund-another', amountInCents: 1000, isOpen: true })],
    ['is not stored', () => undefined],
  ])('does nothing when the refund of the order %s', async (_, deskRefund) => {
    await decide(deskRefund());
    await run();
    expect(openSettlement).not.toHaveBeenCalled();
    expectNothingDone();
  });

  it('does nothing when the order no longer exists', async () => {
    await add({ auditId: actionId, action: 'refund', orderId });
    await run();
    expectNothingDone();
  });

  it('completes the other actions while payments are not set up', async () => {
    const unavailable = new AppError('unavailable', 'Payments are not set up on this site yet.');
    openSettlement.mockRejectedValue(unavailable);
    await decideOpen();
    await add({ auditId: 'article-3', action: 'storeArticle', slug: 'a-map' });
    await run();
    expect(observer.failed.mock.calls).toEqual([[actionId, unavailable]]);
    expect(observer.completed.mock.calls).toEqual([['article-3']]);
    expect(await isOpen()).toBe(true);
  });
});

describe('completeActions, for a license', () => {
  it.each(['reissue', 'passOn', 'moveLicense'] as const)(
    'finishes the outbox that an interrupted %s has left',
    async (action) => {
      const orderId = `cs_${action}`;
      await orders.save(paidOrder(orderId, { outbox: [] }), undefined, []);
      await add({ auditId: `${action}-1`, action, orderId, outcome: 'done' });
      await run();
      await run(120);
      expect(finishing.requestLicense.mock.calls).toEqual([[orderId]]);
      expect(await orders.find(orderId)).not.toHaveProperty('outbox');
    },
  );
});
