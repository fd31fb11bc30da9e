import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import { notifyTeamOfFeedback } from './notify-team-of-feedback.ts';

const sendOnce = vi.fn();
const table = mockClient(DynamoDBDocumentClient);
const handler = notifyTeamOfFeedback({ ...compose(), send: sendOnce });

const feedback = {
  feedbackId: 'feedback-1',
  userId: 'user-1',
  type: 'An idea',
  content: 'A compass.',
  timestamp: '2025-09-01T10:00:00.000Z',
  comments: [],
};
const handle = () => deliver(handler, { feedbackId: 'feedback-1' });

beforeEach(() => {
  sendOnce.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Feedback' }).resolves({ Item: feedback });
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: { email: 'ana@example.test' } });
});

test('sends the text to the team with the address of its writer', async () => {
  await handle();
  expect(sendOnce).toHaveBeenCalledExactlyOnceWith(
    {
      idempotencyKey: 'feedback#feedback-1',
      to: 'team@site.test',
      replyTo: 'ana@example.test',
      logUnder: 'nobody',
      mail: expect.objectContaining({
        subject: 'Feedback: An idea',
        text: expect.stringContaining('A compass.'),
      }),
    },
    expect.anything(),
  );
});

test.each(['Feedback', 'Users'])('sends nothing that was deleted from %s before the email', async (name) => {
  table.on(GetCommand, { TableName: name }).resolves({});
  await handle();
  expect(sendOnce).not.toHaveBeenCalled();
});

test('fails when the email cannot be sent, so that the event is retried', async () => {
  sendOnce.mockRejectedValue(new Error('throttled'));
  await expect(handle()).rejects.toThrow('throttled');
});
