import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { manualFeedbackDays } from '../../contract/rules/retention.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { manualFeedback } from './manual-feedback.ts';

const table = mockClient(DynamoDBDocumentClient);
const handler = manualFeedback(compose());
const feedbackId = '5f0c7c0e-2f5d-4a3e-8f8a-0d5f6a1b2c3d';

const answer = (change: object = {}) =>
  send(handler, {
    data: { feedbackId, page: 'map', isClear: false, ...change },
    headers: { 'x-viewer-address': '192.0.2.1' },
  });
const stored = () => table.commandCalls(PutCommand).map(({ args }) => args[0].input);
const refused = new ConditionalCheckFailedException({ message: 'No.', $metadata: {} });

beforeEach(() => {
  table.reset();
  table.on(UpdateCommand).resolves({}).on(PutCommand).resolves({});
});

test('puts the answer into the inbox, without anything about the reader', async () => {
  const content = ' Where is <b>the scale</b>? ';
  expect(await answer({ content })).toEqual({ statusCode: 200, result: {} });
  const item = stored()[0]?.Item ?? {};
  expect(stored()).toEqual([
    {
      TableName: 'Feedback',
      Item: {
        feedbackId,
        type: 'The manual',
        content: 'Where is <b>the scale</b>?',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        comments: [],
        state: 'open',
        manual: { page: 'map', isClear: false },
        expiration: Math.floor(Date.parse(item.timestamp) / 1000) + manualFeedbackDays * 24 * 60 * 60,
      },
      ConditionExpression: expect.stringMatching(/^attribute_not_exists\(feedbackId\) OR /),
      ExpressionAttributeValues: { ':none': '', ':zero': 0 },
    },
  ]);
});

test.each([
  [{ isClear: true }, 'done'],
  [{ isClear: true, content: 'Thanks!' }, 'open'],
  [{ isClear: false }, 'open'],
])('stores %j as %s', async (change, state) => {
  await answer(change);
  expect(stored()[0]?.Item).toMatchObject({ state });
});

test('accepts the same answer again, as after a lost response', async () => {
  table.on(PutCommand).rejects(refused);
  expect(await answer()).toMatchObject({ statusCode: 200 });
});

test.each([
  ['of the network', 'manualFeedback#', /^You have done this too many times\. Try again in/],
  [
    'of the site',
    'manualFeedbackOfSite#',
    /^We are receiving more answers than we can read right now\. Try again in/,
  ],
])('refuses an answer above the limit %s, and stores nothing', async (_, counter, message) => {
  table
    .on(UpdateCommand)
    .callsFake(({ Key: key }) => (key.id.startsWith(counter) ? Promise.reject(refused) : {}));
  expect(await answer()).toMatchObject({
    statusCode: 429,
    error: { status: 'resource-exhausted', message: expect.stringMatching(message) },
  });
  expect(stored()).toEqual([]);
});

test.each([
  ['an unknown page', { page: 'atlantis' }],
  ['501 characters', { content: 'a'.repeat(501) }],
  ['10,000 characters', { content: 'a'.repeat(10_000) }],
  ['a text that nobody can see', { content: '\u200b' }],
  ['an address', { email: 'ana@example.test' }],
])('refuses %s with a sentence, and counts and stores nothing', async (_, change) => {
  expect(await answer(change)).toMatchObject({
    statusCode: 400,
    error: { status: 'invalid-argument', message: expect.stringMatching(/\.$/) },
  });
  expect(table.calls()).toEqual([]);
});
