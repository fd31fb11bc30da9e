import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { feedback } from './feedback.ts';

const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const bus = mockClient(EventBridgeClient);
const handler = feedback(compose());

const feedbackId = '5f0c7c0e-2f5d-4a3e-8f8a-0d5f6a1b2c3d';
const submit = (data: object = {}) =>
  send(handler, {
    data: { feedbackId, content: ' The map could use a scale. ', ...data },
    claims: { sub: 'user-1', token_use: 'access' },
    headers: { authorization: 'Bearer access-token' },
  });
/** One cancellation code for the writer, one for the feedback. */
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({
    message: 'No.',
    $metadata: {},
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

beforeEach(() => {
  table.reset();
  table
    .on(GetCommand, { TableName: 'Users' })
    .resolves({ Item: newUser('user-1', 'ana@example.test', new Date(0)) })
    .on(UpdateCommand)
    .resolves({})
    .on(TransactWriteCommand)
    .resolves({});
  pool.reset();
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
});

test('stores feedback with its writer, and publishes it', async () => {
  expect(await submit()).toEqual({ statusCode: 200, result: {} });
  const [, part] = table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
  expect(part?.Put).toMatchObject({
    TableName: 'Feedback',
    Item: {
      feedbackId,
      userId: 'user-1',
      type: 'General Feedback',
      content: 'The map could use a scale.',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      comments: [],
      state: 'open',
    },
  });
  const [call] = bus.commandCalls(PutEventsCommand);
  expect(call?.args[0].input.Entries?.[0]).toMatchObject({
    DetailType: 'FeedbackSubmitted',
    Detail: JSON.stringify({ feedbackId }),
  });
});

test('accepts the same feedback again, as after a lost answer, and publishes it again', async () => {
  table
    .on(TransactWriteCommand)
    .rejects(cancelled('None', 'ConditionalCheckFailed'))
    .on(GetCommand, { TableName: 'Feedback' })
    .resolves({ Item: { feedbackId, userId: 'user-1', content: 'The map could use a scale.' } });
  expect(await submit()).toMatchObject({ statusCode: 200 });
  expect(bus.commandCalls(PutEventsCommand)).toHaveLength(1);
});

test('refuses feedback above the limit with the time to wait, and stores nothing', async () => {
  exceedLimits(table);
  expect(await submit()).toMatchObject({
    statusCode: 429,
    error: { status: 'resource-exhausted', details: { retryAfterSeconds: expect.any(Number) } },
  });
  expect(table.commandCalls(TransactWriteCommand)).toEqual([]);
});

test('adds nothing for a deleted account', async () => {
  table.on(GetCommand, { TableName: 'Users' }).resolves({});
  pool.on(GetUserCommand).rejects(new NotAuthorizedException({ message: 'gone', $metadata: {} }));
  expect(await submit()).toMatchObject({ statusCode: 401 });
  expect(table.commandCalls(TransactWriteCommand)).toEqual([]);
});

test('fails when the event cannot be published, so that the writer sends it again', async () => {
  bus.on(PutEventsCommand).rejects(new Error('away'));
  expect(await submit()).toMatchObject({ statusCode: 500, error: { status: 'internal' } });
});
