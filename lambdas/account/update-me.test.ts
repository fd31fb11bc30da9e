import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { updateMe as operation } from './update-me.ts';

const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
const queues = mockClient(SQSClient);
const handler = operation({ ...compose(), announce });

const stored = {
  ...newUser('user-1', 'ana@example.test', new Date()),
  checkout: { sessionId: 'cs_1', fingerprint: 'f' },
};
const claims = { sub: 'user-1', token_use: 'access' };
const updateMe = (data: object) => send(handler, { data, claims });

beforeEach(() => {
  announce.mockReset();
  table.reset();
  table.on(GetCommand).resolves({ Item: stored });
});

test('changes one group of emails, and keeps the others of the record', async () => {
  table.on(GetCommand).resolves({ Item: { ...stored, unsubscriptions: ['newsletter'] } });
  table.on(UpdateCommand).resolves({});
  const { checkout, ...visible } = stored;
  expect(await updateMe({ mailGroup: { group: 'updates', wantsMail: false } })).toEqual({
    statusCode: 200,
    result: { ...visible, unsubscriptions: ['updates', 'newsletter'] },
  });
  expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
  expect(table.commandCalls(UpdateCommand).map(({ args }) => args[0].input)).toEqual([
    expect.objectContaining({
      ConditionExpression: 'unsubscriptions = :previous',
      ExpressionAttributeValues: { ':previous': ['newsletter'], ':next': ['updates', 'newsletter'] },
    }),
  ]);
});

test('accepts no other fields of the record', async () => {
  const mailGroup = { group: 'updates', wantsMail: false };
  const answer = await updateMe({ mailGroup, subscription: { status: 'active' } });
  expect(answer).toMatchObject({ statusCode: 400, error: { status: 'invalid-argument' } });
  expect(table.commandCalls(UpdateCommand)).toEqual([]);
});

test('keeps the name in an old record with a chosen name', async () => {
  table.on(GetCommand).resolves({ Item: { ...stored, displayName: 'Ana' } });
  table.on(UpdateCommand).resolves({});
  const { result } = await updateMe({ mailGroup: { group: 'updates', wantsMail: false } });
  expect(result).toMatchObject({
    displayName: 'Ana',
    unsubscriptions: ['updates', 'resources', 'feedback', 'newsletter'],
  });
});

describe('the name on the license', () => {
  const licenses = { cs_1: '2025-09-03T10:00:00.000Z' };
  const changes = () =>
    table.commandCalls(UpdateCommand, { TableName: 'Users' }).map(({ args }) => args[0].input);
  const requested = () =>
    queues.commandCalls(SendMessageCommand).map(({ args }) => args[0].input.MessageGroupId);

  beforeEach(() => {
    queues.reset();
    queues.on(SendMessageCommand).resolves({ MessageId: '1' });
    table.on(UpdateCommand, { TableName: 'Limits' }).resolves({});
  });

  test.each([
    [' Ana Lume ', 'Ana Lume'],
    [null, 'Anonymous'],
  ])('becomes for %j %s, with a new license file', async (displayName, stored_) => {
    const named = { ...stored, licenses, displayName: stored_ };
    table.on(UpdateCommand, { TableName: 'Users' }).resolves({ Attributes: named });
    expect(await updateMe({ displayName })).toMatchObject({
      statusCode: 200,
      result: { displayName: stored_ },
    });
    expect(changes()).toEqual([
      expect.objectContaining({ ExpressionAttributeValues: { ':value': stored_ } }),
    ]);
    expect(requested()).toEqual(['cs_1']);
    expect(announce).toHaveBeenCalledExactlyOnceWith('user-1');
  });

  test.each(['', '  ', 'a'.repeat(81), 'Ana\nLume'.repeat(20)])('refuses %j', async (displayName) => {
    expect(await updateMe({ displayName })).toMatchObject({ statusCode: 400 });
    expect(changes()).toEqual([]);
  });

  test('is limited, and signs nothing then', async () => {
    exceedLimits(table);
    expect(await updateMe({ displayName: 'Ana' })).toMatchObject({ statusCode: 429 });
    expect(requested()).toEqual([]);
  });

  test('is not stored for an account that was just deleted', async () => {
    const refusal = new ConditionalCheckFailedException({ $metadata: {}, message: 'gone' });
    table.on(UpdateCommand, { TableName: 'Users' }).rejects(refusal);
    expect(await updateMe({ displayName: 'Ana' })).toMatchObject({ statusCode: 401 });
    expect(requested()).toEqual([]);
  });
});
