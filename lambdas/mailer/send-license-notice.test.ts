import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { sendLicenseNotice } from './send-license-notice.ts';

const sendOnce = vi.fn();
const table = mockClient(DynamoDBDocumentClient);
const handler = sendLicenseNotice({ ...compose(), send: sendOnce });

const order = { orderId: 'cs_1', amountInCents: 0, currency: 'usd', createdAt: '2025-09-03T10:00:00.000Z' };
const userWho = (holds: 'holds' | 'held') => ({
  userId: 'user-1',
  email: 'ana@example.test',
  subscription: { status: holds === 'holds' ? 'active' : 'none' },
});
const handle = (change: string, idempotencyKey = '2') =>
  deliver(handler, { userId: 'user-1', orderId: 'cs_1', change, idempotencyKey });

beforeEach(() => {
  sendOnce.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: order });
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: userWho('holds') });
});

test('leaves the receipt of a new license to the event that its file was issued', async () => {
  await handle('granted');
  expect(sendOnce).not.toHaveBeenCalled();
});

test.each(['Orders', 'Users'])('sends nothing that was deleted from %s before the email', async (name) => {
  table.on(GetCommand, { TableName: name }).resolves({});
  await handle('restored');
  expect(sendOnce).not.toHaveBeenCalled();
});

test.each([
  ['revoked', 'held', /has ended/],
  ['restored', 'holds', /is back/],
  ['duplicateRefunded', 'holds', /second payment/],
  ['paymentFailed', 'held', /did not go through/],
] as const)('tells the buyer about the change %s', async (change, holds, subject) => {
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: userWho(holds) });
  await handle(change, '5');
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      idempotencyKey: 'licenseNotice#cs_1#5',
      to: 'ana@example.test',
      logUnder: { userId: 'user-1' },
      mail: expect.objectContaining({ subject: expect.stringMatching(subject) }),
    },
    expect.anything(),
  );
});

test.each([
  ['is pending', { status: 'paymentPending' }, 1],
  ['has arrived', { status: 'paid' }, 0],
  ['has failed', { status: 'failed' }, 0],
  [
    'is for an order from which the buyer withdrew',
    { status: 'paymentPending', withdrawnAt: '2025-09-04' },
    0,
  ],
])('tells the buyer about a pending payment that %s now', async (_, change, times) => {
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { ...order, ...change } });
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: userWho('held') });
  await handle('paymentPending');
  expect(sendOnce).toHaveBeenCalledTimes(times);
});

test.each([
  ['partlyRefunded', 1],
  ['refunded', 0],
])('tells the buyer about a partial refund of an order that is %s now: %d emails', async (status, times) => {
  const refunded = { ...order, amountInCents: 4900, amountRefundedInCents: 1000, status };
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: refunded });
  await handle('partlyRefunded', '5');
  expect(sendOnce).toHaveBeenCalledTimes(times);
});

test.each([
  ['revoked', 'holds'],
  ['restored', 'held'],
] as const)('does not tell the buyer about an outdated change %s', async (change, holds) => {
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: userWho(holds) });
  await handle(change, '5');
  expect(sendOnce).not.toHaveBeenCalled();
});

test.each([
  ['refundFailed', /refund failed/],
  ['heldTwice', /paid twice/],
])('tells the team what needs a decision, even when the buyer is gone: %s', async (change, subject) => {
  await deliver(handler, { orderId: 'cs_1', change, idempotencyKey: '6' });
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      idempotencyKey: 'licenseNotice#cs_1#6',
      to: 'team@site.test',
      logUnder: 'nobody',
      mail: expect.objectContaining({ subject: expect.stringMatching(subject) }),
    },
    expect.anything(),
  );
});

const dispute = {
  disputeId: 'du_1',
  reason: 'product_not_received',
  amountInCents: 4500,
  currency: 'eur',
  needsEvidence: true,
  dueAt: '2026-12-03T09:30:00.000Z',
};
const storeDispute = (change: object) =>
  table.on(GetCommand, { TableName: 'Orders' }).resolves({
    Item: { ...order, orderId: 'cs_test_1', dispute: { ...dispute, ...change } },
  });

test('tells the team about a dispute with amount, reason, deadline and the form for the evidence', async () => {
  storeDispute({});
  await handle('disputed', 'du_1#dispute');
  const [{ mail, ...sending }] = sendOnce.mock.calls[0] ?? [];
  expect(sending).toEqual({
    idempotencyKey: 'licenseNotice#cs_1#du_1#dispute',
    to: 'team@site.test',
    logUnder: 'nobody',
  });
  expect(mail.subject).toBe('A payment of €45.00 is disputed');
  for (const part of [
    'Amount: €45',
    'Reason: product not received',
    'Deadline: December 3, 2026 at 9:30 AM UTC',
    'https://dashboard.stripe.com/test/disputes/du_1',
  ])
    expect(mail.text).toContain(part);
});

test('tells the team that an inquiry does not end the license', async () => {
  storeDispute({ isInquiry: true });
  await handle('disputed', 'du_1');
  const [{ mail }] = sendOnce.mock.calls[0] ?? [];
  expect(mail.subject).toBe('A bank inquires about a payment of €45.00');
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('the license stays');
});

test('describes the dispute that an inquiry has become', async () => {
  storeDispute({});
  await handle('disputed', 'du_1');
  expect(sendOnce.mock.calls[0]?.[0].mail.subject).toBe('A payment of €45.00 is disputed');
});

test.each([
  ['needs no evidence any more', { needsEvidence: false }],
  ['was followed by another one', { disputeId: 'du_2' }],
])('sends nothing about a dispute that %s', async (_, change) => {
  storeDispute(change);
  await handle('disputed', 'du_1#dispute');
  expect(sendOnce).not.toHaveBeenCalled();
});

describe('an order that was passed on', () => {
  const passedOn = {
    ...order,
    userId: 'user-2',
    buyerId: 'user-1',
    passedOnAt: '2025-10-03T10:00:00.000Z',
    amountInCents: 4900,
    amountRefundedInCents: 0,
    history: [],
  };
  const people = (status: 'active' | 'none') => {
    for (const [userId, email] of [
      ['user-1', 'ana@example.test'],
      ['user-2', 'ben@example.test'],
    ])
      table
        .on(GetCommand, { TableName: 'Users', Key: { userId } })
        .resolves({ Item: { userId, email, subscription: { status } } });
  };
  const tell = async (change: string, stored: object, status: 'active' | 'none') => {
    table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { ...passedOn, ...stored } });
    people(status);
    await deliver(handler, { userId: 'user-2', orderId: 'cs_1', change, idempotencyKey: '5' });
    return sendOnce.mock.calls.map(([{ to, mail, idempotencyKey }]) => [to, mail.subject, idempotencyKey]);
  };
  const [toBuyer, toHolder] = ['licenseNotice#cs_1#5', 'licenseNotice#cs_1#5#holder'];

  test('is announced to the previous holder', async () => {
    table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: passedOn });
    people('none');
    await handle('passedOn', '3');
    expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        to: 'ana@example.test',
        idempotencyKey: 'licenseNotice#cs_1#3',
        mail: expect.objectContaining({ subject: 'Your Lorewright license was passed on' }),
      }),
      expect.anything(),
    );
  });

  test.each([
    ['revoked', { status: 'refunded', amountRefundedInCents: 4900 }, /refunded your payment/],
    ['withdrawn', { status: 'paid', refundReason: 'withdrawn' }, /withdr/],
  ])('reports the payment to its buyer and the end to its holder: %s', async (change, stored, subject) => {
    expect(await tell(change, stored, 'none')).toEqual([
      ['ana@example.test', expect.stringMatching(subject), toBuyer],
      ['ben@example.test', 'Your Lorewright license has ended', toHolder],
    ]);
    const { text } = sendOnce.mock.lastCall?.[0].mail ?? {};
    for (const secret of ['$49', 'refund', 'withdr']) expect(text).not.toContain(secret);
  });

  test('reports a restored license to both', async () => {
    expect((await tell('restored', { status: 'paid' }, 'active')).map(([to]) => to)).toEqual([
      'ana@example.test',
      'ben@example.test',
    ]);
  });

  test('reports a partial refund to its buyer only', async () => {
    const stored = { status: 'partlyRefunded', amountRefundedInCents: 100 };
    expect((await tell('partlyRefunded', stored, 'active')).map(([to]) => to)).toEqual(['ana@example.test']);
  });

  test('reports the end of a gift to its holder only', async () => {
    expect(
      (await tell('revoked', { status: 'revoked', amountInCents: 0 }, 'none')).map(([to]) => to),
    ).toEqual(['ben@example.test']);
  });

  test('reports nothing that a newer change has made outdated', async () => {
    expect(await tell('revoked', { status: 'paid' }, 'active')).toEqual([]);
  });

  test('reports to the buyer who is its holder again, once', async () => {
    const stored = { userId: 'user-1', status: 'refunded', amountRefundedInCents: 4900 };
    table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { ...passedOn, ...stored } });
    people('none');
    await handle('revoked', '5');
    expect(sendOnce.mock.calls.map(([{ to }]) => to)).toEqual(['ana@example.test']);
  });
});
