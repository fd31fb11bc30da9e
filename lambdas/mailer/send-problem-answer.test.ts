import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { sendProblemAnswer } from './send-problem-answer.ts';

const sendOnce = vi.fn();
const table = mockClient(DynamoDBDocumentClient);
const handler = sendProblemAnswer({ ...compose(), send: sendOnce });
const key = { group: '1.0.0', sortKey: 'text#5f0c7c0e2f5d4a3e#2026-11-28#1' };
const item = {
  ...key,
  text: 'It fails.',
  at: '2026-11-28T10:00:00.000Z',
  email: 'ana@example.test',
  answer: { answerId: 'answer-1', at: '2026-11-29T10:00:00.000Z', actorId: 'admin-1', text: 'Use 1.0.1.' },
};
const handle = () => deliver(handler, { version: key.group, textId: key.sortKey, answerId: 'answer-1' });

beforeEach(() => {
  sendOnce.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Problems', Key: key }).resolves({ Item: item });
});

describe('sendProblemAnswer', () => {
  it('sends the answer to the address in the report, with replies to the team', async () => {
    await handle();
    const [sending] = sendOnce.mock.calls[0] ?? [];
    expect(sending).toMatchObject({
      idempotencyKey: 'problemAnswer#answer-1',
      to: 'ana@example.test',
      replyTo: 'team@site.test',
      logUnder: 'address',
    });
    expect(sending.mail.text).toContain('Use 1.0.1.');
    expect(sending.mail.text).toContain('> It fails.');
  });

  it.each([
    ['the text has expired', undefined],
    ['it has no address', { ...item, email: undefined }],
    ['it has another answer', { ...item, answer: { ...item.answer, answerId: 'answer-2' } }],
  ])('sends nothing when %s', async (_, Item) => {
    table.on(GetCommand).resolves(Item ? { Item } : {});
    await handle();
    expect(sendOnce).not.toHaveBeenCalled();
  });
});
