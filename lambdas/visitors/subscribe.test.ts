import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { subscribe } from './subscribe.ts';

const table = mockClient(DynamoDBDocumentClient);
const bus = mockClient(EventBridgeClient);
const handler = subscribe(compose());

const request = {
  requestId: '5f0c7c0e-2f5d-4a3e-8f8a-0d5f6a1b2c3d',
  email: ' Ana@bücher.example ',
  groups: ['newsletter'],
};
const ask = (change: object = {}) =>
  send(handler, { data: { ...request, ...change }, headers: { 'x-viewer-address': '192.0.2.1' } });
const published = () => bus.commandCalls(PutEventsCommand).map(({ args }) => args[0].input.Entries?.[0]);

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).resolves({});
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
});

test('publishes the request with its time, and the address in the form that mail servers use', async () => {
  expect(await ask()).toEqual({ statusCode: 200, result: {} });
  expect(JSON.parse(published()[0]?.Detail ?? '')).toEqual({
    ...request,
    email: 'Ana@xn--bcher-kva.example',
    requestedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test.each([
  ['no group', { groups: [] }],
  ['the group that needs an account', { groups: ['feedback'] }],
  ['no address', { email: 'ana' }],
])('refuses %s', async (_, change) => {
  expect((await ask(change)).statusCode).toBe(400);
  expect(published()).toEqual([]);
});

test('refuses a network with too many requests in a sentence, before it publishes', async () => {
  exceedLimits(table);
  expect(await ask()).toMatchObject({
    statusCode: 429,
    error: { message: expect.stringMatching(/^You have done this too many times\. Try again in /) },
  });
  expect(published()).toEqual([]);
});
