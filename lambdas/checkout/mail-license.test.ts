import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { mailLicense as operation } from './mail-license.ts';

const table = mockClient(DynamoDBDocumentClient);
const bus = mockClient(EventBridgeClient);
const handler = operation(compose());

const order = { orderId: 'cs_1', userId: 'user-1', status: 'free', licenseFile: 'header.claims.signature' };
const mailLicense = () =>
  send(handler, { data: { orderId: 'cs_1' }, claims: { sub: 'user-1', token_use: 'access' } });
const published = () =>
  bus
    .commandCalls(PutEventsCommand)
    .map(({ args: [{ input }] }) => JSON.parse(input.Entries?.[0]?.Detail ?? ''));

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  table.on(GetCommand, { TableName: 'Orders', Key: { orderId: 'cs_1' } }).resolves({ Item: order });
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
});

test('asks for another email for each request', async () => {
  expect(await mailLicense()).toEqual({ statusCode: 200, result: {} });
  await mailLicense();
  const [first, second] = published();
  expect(first).toMatchObject({ orderId: 'cs_1', userId: 'user-1', requestId: expect.any(String) });
  expect(second.requestId).not.toBe(first.requestId);
});

test.each([
  ['no such order', undefined],
  ['the order of somebody else', { ...order, userId: 'user-2' }],
  ['an order whose file is not issued yet', { ...order, licenseFile: undefined }],
  ['a license that was revoked', { ...order, status: 'refunded' }],
])('refuses %s', async (_, Item) => {
  table.on(GetCommand, { TableName: 'Orders' }).resolves({ Item });
  expect(await mailLicense()).toMatchObject({
    statusCode: 404,
    error: { message: 'We found no active license for this order.' },
  });
  expect(published()).toEqual([]);
  expect(table.commandCalls(UpdateCommand)).toEqual([]);
});

test('is limited', async () => {
  exceedLimits(table);
  expect(await mailLicense()).toMatchObject({ statusCode: 429 });
  expect(published()).toEqual([]);
});
