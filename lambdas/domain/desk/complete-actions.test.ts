import { afterEach, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../contract/records/audit-entry.ts';
import { stackTable } from '../../../test/stack-tables.ts';
import { AppError } from '../../platform/app-error.ts';
import { testTables } from '../../platform/test-tables.ts';
import { orderStore } from '../orders/order-store.ts';
import { paidOrder } from '../orders/test-orders.ts';
import { auditStore } from './audit-store.ts';
import { completeActions } from './complete-actions.ts';

const tables = [stackTable('Audit'), stackTable('Orders')] as const;
const client = testTables(...tables);
const audit = auditStore(client, tables[0].name);
const orders = orderStore(client, tables[1].name);
const sendAnswer = vi.fn<(feedbackId: string, answerId: string) => Promise<void>>(async () => {});
const announceArticle = vi.fn<(slug: string) => Promise<void>>(async () => {});
const startMailing = vi.fn<(slug: string) => Promise<void>>(async () => {});
const publishLicenseChanged = vi.fn(async () => {});
const observer = { completed: vi.fn(), failed: vi.fn() };
/** Payments are not set up. */
const unavailable = new AppError('unavailable', 'Payments are not set up on this site yet.');

const run = (now: string) =>
  completeActions(
    {
      audit,
      finishing: {
        orders,
        publishLicenseChanged,
        publishUserChanged: async () => {},
        requestGroupSync: async () => {},
        requestLicense: async () => {},
      },
      openSettlement: () => Promise.reject(unavailable),
      sendAnswer,
      announceArticle,
      startMailing,
      now: () => new Date(now),
    },
    observer,
  );

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  auditId: 'answer-1',
  at: '2026-11-25T10:00:00.000Z',
  actorId: 'admin-1',
  action: 'answerFeedback',
  outcome: 'requested',
  feedbackId: 'feedback-1',
  reason: 'An answer.',
  requestId: 'request-1',
  ...change,
});

afterEach(() => vi.clearAllMocks());

it('sends an interrupted answer once, after its run has surely ended', async () => {
  await audit.add(entry({}));
  await run('2026-11-25T10:09:00.000Z');
  expect(sendAnswer).not.toHaveBeenCalled();

  await run('2026-11-25T11:00:00.000Z');
  await run('2026-11-25T12:00:00.000Z');
  expect(sendAnswer.mock.calls).toEqual([['feedback-1', 'answer-1']]);
  expect(observer.completed.mock.calls).toEqual([['answer-1']]);
  const entries = await audit.find({ by: 'actor', value: 'admin-1' });
  expect(entries.map(({ outcome }) => outcome)).toEqual(['requested', 'done']);
});

it('announces an article whose change was interrupted once', async () => {
  await audit.add(entry({ auditId: 'article-1', action: 'storeArticle', slug: 'a-map' }));
  await audit.add(entry({ auditId: 'article-2', action: 'unpublishArticle', slug: 'a-sea' }));
  await audit.add(
    entry({ auditId: 'article-2', action: 'unpublishArticle', slug: 'a-sea', outcome: 'done' }),
  );
  await run('2026-11-25T11:00:00.000Z');
  await run('2026-11-25T12:00:00.000Z');
  expect(announceArticle.mock.calls).toEqual([['a-map']]);
});

it('starts a mailing whose approval was interrupted once', async () => {
  await audit.add(entry({ auditId: 'mailing-1', action: 'sendMailing', mailing: 'a-letter' }));
  await audit.add(entry({ auditId: 'mailing-2', action: 'resumeMailing', mailing: 'another' }));
  await audit.add(
    entry({ auditId: 'mailing-2', action: 'resumeMailing', mailing: 'another', outcome: 'done' }),
  );
  await run('2026-11-25T11:00:00.000Z');
  await run('2026-11-25T12:00:00.000Z');
  expect(startMailing.mock.calls).toEqual([['a-letter']]);
});

it('completes the other actions while a refund cannot be made', async () => {
  const deskRefund = { actionId: 'refund-1', isOpen: true } as const;
  const outbox = [{ change: 'granted', idempotencyKey: 'gift_1#1' }] as const;
  await orders.save(paidOrder('cs_refund', { deskRefund }), undefined, []);
  await orders.save(paidOrder('gift_1', { outbox: [...outbox] }), undefined, []);
  await audit.add(entry({ auditId: 'refund-1', action: 'refund', orderId: 'cs_refund' }));
  await audit.add(entry({ auditId: 'gift-1', action: 'gift', orderId: 'gift_1', outcome: 'done' }));
  await run('2026-11-25T11:00:00.000Z');
  expect(observer.failed.mock.calls).toEqual([['refund-1', unavailable]]);
  expect(publishLicenseChanged.mock.calls).toEqual([
    [expect.objectContaining({ orderId: 'gift_1', change: 'granted' })],
  ]);
  expect((await orders.find('gift_1'))?.outbox).toBeUndefined();
  expect((await orders.find('cs_refund'))?.deskRefund?.isOpen).toBe(true);
});
