import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { updateMe as operation } from './update-me.ts';

const announce = vi.fn<(userId: string) => Promise<void>>();
const table = mockClient(DynamoDBDocumentClient);
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
