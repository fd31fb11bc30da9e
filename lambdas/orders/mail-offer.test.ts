import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { passOnToken } from '../domain/mail/link-token.ts';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { mailOffer } from './mail-offer.ts';

const send = vi.fn();
const table = mockClient(DynamoDBDocumentClient);
const key = 'k'.repeat(32);
const handler = mailOffer({ ...compose(), send, readLinkKey: async () => key });
const offer = {
  passOnId: 'offer-1',
  userId: 'user-1',
  email: 'ben@example.test',
  expiration: Date.now() / 1000 + 60,
};
const handle = (passOnId = 'offer-1') => deliver(handler, { orderId: 'cs_1', passOnId });

beforeEach(() => {
  send.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Limits', Key: { id: 'passOn#cs_1' } }).resolves({ Item: offer });
  table.on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' } }).resolves({
    Item: { userId: 'user-1', email: 'ana@example.test', status: 'active' },
  });
});

test('sends a link in a fragment that works for this offer, and names its sender', async () => {
  await handle();
  const { mail, ...sending } = send.mock.lastCall?.[0] ?? {};
  expect(sending).toEqual({
    idempotencyKey: 'licenseOffer#offer-1#ben@example.test',
    to: 'ben@example.test',
    logUnder: 'address',
  });
  expect(mail.text).toContain('ana@example.test');
  const [, token = ''] = /\/accept-license#token=(\S+)/.exec(mail.text) ?? [];
  expect(passOnToken.read(key, token)).toEqual({
    orderId: 'cs_1',
    passOnId: 'offer-1',
    from: 'ana@example.test',
    to: 'ben@example.test',
  });
});

test('sends the same offer again when its address was corrected', async () => {
  await handle();
  table.on(GetCommand, { TableName: 'Limits' }).resolves({ Item: { ...offer, email: 'ben@site.test' } });
  await handle();
  const keys = send.mock.calls.map(([{ to, idempotencyKey }]) => [to, idempotencyKey]);
  expect(keys.map(([to]) => to)).toEqual(['ben@example.test', 'ben@site.test']);
  expect(new Set(keys.map(([, key]) => key)).size).toBe(2);
});

test.each([
  ['was replaced', () => handle('offer-0')],
  [
    'has expired',
    () => {
      const Item = { ...offer, expiration: Date.now() / 1000 - 1 };
      table.on(GetCommand, { TableName: 'Limits' }).resolves({ Item });
      return handle();
    },
  ],
  [
    'was canceled',
    () => {
      table.on(GetCommand, { TableName: 'Limits' }).resolves({});
      return handle();
    },
  ],
  [
    'is of a person who deleted the account',
    () => {
      table.on(GetCommand, { TableName: 'Users' }).resolves({});
      return handle();
    },
  ],
])('sends nothing about an offer that %s', async (_, act) => {
  await act();
  expect(send).not.toHaveBeenCalled();
});
