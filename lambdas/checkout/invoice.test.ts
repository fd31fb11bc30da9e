import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { invoice as operation } from './invoice.ts';

const retrieve = vi.fn();
const retrieveNote = vi.fn(async () => ({ pdf: 'https://stripe.test/cn_1.pdf' }));
vi.mock('../platform/stripe.ts', () => ({
  stripeAccount: () => async () => ({ invoices: { retrieve }, creditNotes: { retrieve: retrieveNote } }),
}));
const table = mockClient(DynamoDBDocumentClient);
const handler = operation(compose());

const order = { orderId: 'cs_1', userId: 'user-1', status: 'paid', invoiceId: 'in_1' };
const invoice = (data: object = {}) =>
  send(handler, { data: { orderId: 'cs_1', ...data }, claims: { sub: 'user-1', token_use: 'access' } });

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  table.on(GetCommand, { TableName: 'Orders', Key: { orderId: 'cs_1' } }).resolves({ Item: order });
  retrieve.mockReset().mockResolvedValue({ id: 'in_1', invoice_pdf: 'https://stripe.test/in_1.pdf' });
});

test("returns the link that Stripe makes for the order's invoice", async () => {
  expect(await invoice()).toEqual({ statusCode: 200, result: { url: 'https://stripe.test/in_1.pdf' } });
  expect(retrieve).toHaveBeenCalledExactlyOnceWith('in_1');
});

test('returns the invoice of a license that was passed on to its buyer', async () => {
  const passedOn = { ...order, userId: 'user-2', buyerId: 'user-1', passedOnAt: '2026-11-28T12:00:00.000Z' };
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item: passedOn });
  expect(await invoice()).toMatchObject({ statusCode: 200 });
});

test.each([
  ['no such order', undefined],
  [
    'an order whose license was passed on to the caller',
    { ...order, buyerId: 'user-2', passedOnAt: '2026-11-28T12:00:00.000Z' },
  ],
  [
    'such an order whose buyer deleted the account',
    { ...order, buyerId: undefined, passedOnAt: '2026-11-28T12:00:00.000Z' },
  ],
  ['the order of another user', { ...order, userId: 'user-2' }],
  ['an order whose buyer deleted the account', { ...order, userId: undefined }],
  ['an order without an invoice', { ...order, invoiceId: undefined }],
  ['an order whose payment failed', { ...order, status: 'failed' }],
  ['an order whose payment is pending', { ...order, status: 'paymentPending' }],
])('refuses %s without calling Stripe', async (_, Item) => {
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item });
  expect(await invoice()).toMatchObject({
    statusCode: 404,
    error: { message: 'This order has no invoice.' },
  });
  expect(retrieve).not.toHaveBeenCalled();
});

test('returns the link of a credit note of the order, and of no other', async () => {
  const creditNotes = [{ creditNoteId: 'cn_1', number: 'CN-1' }];
  table
    .on(GetCommand, { TableName: 'Orders' })
    .resolves({ Item: { ...order, status: 'refunded', creditNotes } });
  expect(await invoice({ creditNoteId: 'cn_1' })).toMatchObject({
    result: { url: 'https://stripe.test/cn_1.pdf' },
  });
  expect(retrieve).not.toHaveBeenCalled();
  expect(await invoice({ creditNoteId: 'cn_2' })).toMatchObject({
    statusCode: 404,
    error: { message: 'This order has no such credit note.' },
  });
  expect(retrieveNote).toHaveBeenCalledExactlyOnceWith('cn_1');
});

test('asks the buyer to wait for an invoice that Stripe has not finished', async () => {
  retrieve.mockResolvedValue({ id: 'in_1', invoice_pdf: null });
  expect(await invoice()).toMatchObject({ statusCode: 503, error: { message: /not ready yet/ } });
});

test('is limited', async () => {
  exceedLimits(table);
  expect(await invoice()).toMatchObject({ statusCode: 429 });
  expect(retrieve).not.toHaveBeenCalled();
});
