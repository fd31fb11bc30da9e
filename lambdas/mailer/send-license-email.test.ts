import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { sendLicenseEmail } from './send-license-email.ts';

const sendOnce = vi.fn();
const table = mockClient(DynamoDBDocumentClient);
const handler = sendLicenseEmail({ ...compose(), send: sendOnce });

const order = {
  orderId: 'cs_1',
  userId: 'user-1',
  status: 'free',
  amountInCents: 0,
  currency: 'usd',
  createdAt: '2025-09-03T10:00:00.000Z',
  licenseFile: 'header.claims.signature',
};
const handle = (detail = {}) => deliver(handler, { orderId: 'cs_1', userId: 'user-1', ...detail });

beforeEach(() => {
  sendOnce.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: order });
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: { email: 'ana@example.test' } });
});

test('sends the license file to the buyer, once per order', async () => {
  await handle();
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      idempotencyKey: 'license#cs_1#issued',
      to: 'ana@example.test',
      logUnder: { userId: 'user-1' },
      mail: expect.objectContaining({
        text: expect.stringContaining('Order: cs_1'),
        attachments: [expect.objectContaining({ content: 'header.claims.signature' })],
      }),
    },
    expect.anything(),
  );
});

test('attaches the terms of a paid order and how to withdraw from it', async () => {
  const paid = { ...order, status: 'paid', amountInCents: 4900, termsVersion: '2025-06-13' };
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: paid });
  await handle();
  const { attachments } = sendOnce.mock.lastCall?.[0].mail ?? {};
  expect(attachments?.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
    'lorewright.license',
    'terms-2025-06-13.txt',
    'withdrawal.txt',
  ]);
});

test('sends it again when its holder asks', async () => {
  await handle({ requestId: 'request-1' });
  expect(sendOnce.mock.lastCall?.[0]).toMatchObject({ idempotencyKey: 'license#cs_1#request-1' });
});

test.each(['Orders', 'Users'])('sends nothing that was deleted from %s before the email', async (name) => {
  table.on(GetCommand, { TableName: name }).resolves({});
  await handle();
  expect(sendOnce).not.toHaveBeenCalled();
});

test('sends nothing for a license that was revoked before the email', async () => {
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { ...order, status: 'refunded' } });
  await handle();
  expect(sendOnce).not.toHaveBeenCalled();
});

test('sends the file of a reissue with its own text, once per reissue', async () => {
  const reissues = { count: 2, at: '2026-11-28T08:00:00.000Z', requestId: 'request-1' };
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { ...order, reissues } });
  await handle({ issue: 2 });
  expect(sendOnce.mock.lastCall?.[0]).toMatchObject({
    idempotencyKey: 'license#cs_1#reissued2',
    mail: { subject: 'Your new Lorewright license file' },
  });
});

test.each([
  ['the first file', {}],
  ['an earlier reissue', { issue: 1 }],
])('sends nothing for a late event about %s', async (_, detail) => {
  const reissues = { count: 2, at: '2026-11-28T08:00:00.000Z', requestId: 'request-1' };
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { ...order, reissues } });
  await handle(detail);
  expect(sendOnce).not.toHaveBeenCalled();
});

test.each([{}, { requestId: 'request-1' }])(
  'never sends the file to a person who no longer holds the license: %o',
  async (detail) => {
    table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: { ...order, userId: 'user-2' } });
    await handle(detail);
    expect(sendOnce).not.toHaveBeenCalled();
  },
);

test('shows nothing about the payment to a person to whom a license was passed on', async () => {
  const passedOnAt = '2026-11-28T08:00:00.000Z';
  const Item = {
    ...order,
    status: 'paid',
    amountInCents: 4900,
    termsVersion: '2025-06-13',
    buyerId: 'user-2',
    passedOnAt,
    reissues: { count: 1, at: passedOnAt, requestId: 'offer-1' },
  };
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item });
  await handle({ issue: 1 });
  const { mail } = sendOnce.mock.lastCall?.[0] ?? {};
  expect(mail.text).toContain('The license is yours now');
  for (const secret of ['$49', 'withdraw', 'Seller']) expect(mail.text).not.toContain(secret);
  expect(mail.attachments.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
    'lorewright.license',
  ]);
});
