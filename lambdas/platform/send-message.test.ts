import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { followRequest } from './request-id.ts';
import { sendMessage } from './send-message.ts';

const sqs = mockClient(SQSClient);
const queueUrl = 'https://sqs.test/000000000000/members.fifo';
const send = () =>
  sendMessage(async () => new SQSClient({}), { queueUrl, group: 'user-1', message: { userId: 'user-1' } });
const sent = () => sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input);

beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({ MessageId: 'message-1' });
});

describe('sendMessage', () => {
  test('sends the message to the group of the queue', async () => {
    await send();
    const [input] = sent();
    expect(sent()).toHaveLength(1);
    expect(input).toEqual({
      QueueUrl: queueUrl,
      MessageGroupId: 'user-1',
      MessageDeduplicationId: expect.stringMatching(/^[\w-]{36}$/),
      MessageBody: expect.any(String),
    });
    expect(JSON.parse(input?.MessageBody ?? '')).toEqual({ userId: 'user-1' });
  });

  test('names the request that led to the message', async () => {
    await followRequest('request-1', {} as Context, send);
    expect(JSON.parse(sent()[0]?.MessageBody ?? '')).toEqual({ userId: 'user-1', causedBy: 'request-1' });
  });

  test('sends a second message with the same content as a separate message', async () => {
    await send();
    await send();
    const ids = sent().map(({ MessageDeduplicationId }) => MessageDeduplicationId);
    expect(new Set(ids).size).toBe(2);
  });

  test('returns only when the queue has stored the message', async () => {
    const stored = Promise.withResolvers<void>();
    let isSent = false;
    sqs.on(SendMessageCommand).callsFake(() => stored.promise);
    const sending = send().then(() => {
      isSent = true;
    });
    await Promise.resolve();
    expect(isSent).toBe(false);
    stored.resolve();
    await sending;
  });

  test('throws when the queue rejects the message', async () => {
    sqs.on(SendMessageCommand).rejects(new Error('The specified queue does not exist.'));
    await expect(send()).rejects.toThrow('does not exist');
  });
});
