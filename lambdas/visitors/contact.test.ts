import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { contact } from './contact.ts';

const table = mockClient(DynamoDBDocumentClient);
const bus = mockClient(EventBridgeClient);
const { recordMetric } = vi.hoisted(() => ({ recordMetric: vi.fn() }));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
const handler = contact(compose());

const message = {
  messageId: '5f0c7c0e-2f5d-4a3e-8f8a-0d5f6a1b2c3d',
  name: 'Ana',
  email: 'ana@example.test',
  message: 'Hello!',
};
const write = (change: object = {}, address = '192.0.2.1') =>
  send(handler, {
    data: { ...message, ...change },
    headers: { 'x-viewer-address': address },
  });
const counterIds = () => table.commandCalls(UpdateCommand).map(({ args }) => args[0].input.Key?.id);

beforeEach(() => {
  recordMetric.mockClear();
  table.reset();
  table.on(UpdateCommand).resolves({});
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
});

test('publishes a message with its time', async () => {
  expect(await write()).toEqual({ statusCode: 200, result: {} });
  const detail = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries?.[0]?.Detail;
  expect(JSON.parse(detail ?? '')).toEqual({
    ...message,
    submittedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

const siteCounter = /^contactOfSite#/;

test('counts messages by network', async () => {
  await write({}, '192.0.2.1');
  await write({}, '192.0.2.1');
  await write({}, '192.0.2.2');
  const [first, second, third] = counterIds().filter((id) => !siteCounter.test(id));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('counts messages for the whole site too', async () => {
  await write({}, '192.0.2.1');
  await write({}, '192.0.2.2');
  const [first, second, ...others] = counterIds().filter((id) => siteCounter.test(id));
  expect(second).toBe(first);
  expect(others).toEqual([]);
});

test('refuses a message above the limit of the whole site, publishes nothing, and counts the refusal', async () => {
  table
    .on(UpdateCommand)
    .callsFake(({ Key: key }) =>
      siteCounter.test(key.id)
        ? Promise.reject(new ConditionalCheckFailedException({ message: 'No.', $metadata: {} }))
        : {},
    );
  expect(await write()).toMatchObject({
    statusCode: 429,
    error: {
      status: 'resource-exhausted',
      message: expect.stringMatching(
        /^We are receiving more messages than we can handle right now\. Try again in (a minute|\d+ minutes)\.$/,
      ),
      details: { retryAfterSeconds: expect.any(Number) },
    },
  });
  expect(bus.calls()).toEqual([]);
  expect(recordMetric.mock.calls).toEqual([['ContactMessagesRefused']]);
});

test('refuses a message above the limit of the network with the time to wait, and publishes nothing', async () => {
  exceedLimits(table);
  expect(await write()).toMatchObject({
    statusCode: 429,
    error: {
      status: 'resource-exhausted',
      message: expect.stringMatching(/^You have done this too many times/),
    },
  });
  expect(bus.calls()).toEqual([]);
  expect(recordMetric).not.toHaveBeenCalled();
});

test('joins the lines of a name, so that it cannot add a header', async () => {
  expect(await write({ name: 'Ana\r\nBcc: all@example.test' })).toMatchObject({ statusCode: 200 });
  const [entry] = bus.commandCalls(PutEventsCommand)[0]?.args[0].input.Entries ?? [];
  expect(JSON.parse(entry?.Detail ?? '')).toMatchObject({ name: 'Ana Bcc: all@example.test' });
});

test.each([
  ['a name that nobody can see', { name: '\u200b' }],
  ['an address of two lines', { email: 'ana@example.test\nBcc: all@example.test' }],
  ['two addresses', { email: 'ana@example.test, all@example.test' }],
  ['no message', { message: ' \n ' }],
])('rejects %s as an invalid argument', async (_, change) => {
  expect(await write(change)).toMatchObject({ statusCode: 400, error: { status: 'invalid-argument' } });
  expect(bus.calls()).toEqual([]);
});
