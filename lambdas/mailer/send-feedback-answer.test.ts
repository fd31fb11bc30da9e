import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { sendFeedbackAnswer } from './send-feedback-answer.ts';

const sendOnce = vi.fn();
const table = mockClient(DynamoDBDocumentClient);
const handler = sendFeedbackAnswer({ ...compose(), send: sendOnce });

const answer = (answerId: string, text: string) => ({
  answerId,
  at: '2025-09-02T10:00:00.000Z',
  actorId: 'admin-1',
  text,
});
const feedback = {
  feedbackId: 'feedback-1',
  userId: 'user-1',
  type: 'An idea',
  content: 'A compass.',
  timestamp: '2025-09-01T10:00:00.000Z',
  comments: [answer('answer-1', 'Thank you.'), answer('answer-2', 'It is in 0.5.')],
  state: 'answered',
};
const handle = () => deliver(handler, { feedbackId: 'feedback-1', answerId: 'answer-2' });

beforeEach(() => {
  sendOnce.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Feedback' }).resolves({ Item: feedback });
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: { email: 'ana@example.test' } });
});

describe('sendFeedbackAnswer', () => {
  it('sends the answer of the event to the author, with replies to the team', async () => {
    await handle();
    const [sending] = sendOnce.mock.calls[0] ?? [];
    expect(sending).toMatchObject({
      idempotencyKey: 'feedbackAnswer#answer-2',
      to: 'ana@example.test',
      replyTo: 'team@site.test',
    });
    expect(sending.mail.text).toContain('It is in 0.5.');
    expect(sending.mail.text).toContain('> A compass.');
    expect(sending.mail.text).not.toContain('Thank you.');
  });

  it.each(['Feedback', 'Users'])('sends nothing when %s has no record any more', async (name) => {
    table.on(GetCommand, { TableName: name }).resolves({});
    await handle();
    expect(sendOnce).not.toHaveBeenCalled();
  });
});
