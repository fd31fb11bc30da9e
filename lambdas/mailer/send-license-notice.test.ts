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

test.each([
  ['a dispute', 'du_1#dispute', {}, 'A payment of €45.00 is disputed'],
  ['an inquiry', 'du_1', { isInquiry: true }, 'A bank inquires about a payment of €45.00'],
  ['the dispute that an inquiry has become', 'du_1', {}, 'A payment of €45.00 is disputed'],
])('tells the team about %s', async (_, key, change, subject) => {
  storeDispute(change);
  await handle('disputed', key);
  expect(sendOnce.mock.lastCall?.[0]).toMatchObject({
    idempotencyKey: `licenseNotice#cs_1#${key}`,
    to: 'team@site.test',
    logUnder: 'nobody',
    mail: { subject },
  });
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
    const Item = { ...passedOn, ...stored };
    table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item });
    people(status);
    await deliver(handler, { userId: Item.userId, orderId: 'cs_1', change, idempotencyKey: '5' });
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

  test.each([
    ['restored', { status: 'paid' }, 'active', ['ana', 'ben']],
    ['partlyRefunded', { status: 'partlyRefunded', amountRefundedInCents: 100 }, 'active', ['ana']],
    // The end of a gift.
    ['revoked', { status: 'revoked', amountInCents: 0 }, 'none', ['ben']],
    // A newer change has made it outdated.
    ['revoked', { status: 'paid' }, 'active', []],
    // The buyer is its holder again.
    ['revoked', { userId: 'user-1', status: 'refunded', amountRefundedInCents: 4900 }, 'none', ['ana']],
  ] as const)('reports "%s" of %o with a license that is %s to %j', async (change, stored, status, names) => {
    const told = (await tell(change, stored, status)).map(([to]) => to);
    expect(told).toEqual(names.map((name) => `${name}@example.test`));
  });
});
