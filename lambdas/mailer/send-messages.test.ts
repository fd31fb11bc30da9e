import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { compose } from './compose.ts';
import {
  deliverContact,
  notifyTeamOfFeedback,
  sendFeedbackAnswer,
  sendProblemAnswer,
} from './send-messages.ts';

const send = vi.fn();
const table = mockClient(DynamoDBDocumentClient);
const dependencies = { ...compose(), send };
const sent = () => send.mock.calls.map(([sending]) => sending);

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
const key = { group: '1.0.0', sortKey: 'text#5f0c7c0e2f5d4a3e#2026-11-28#1' };
const problem = {
  ...key,
  text: 'It fails.',
  at: '2026-11-28T10:00:00.000Z',
  email: 'ana@example.test',
  answer: answer('answer-1', 'Use 1.0.1.'),
};

beforeEach(() => {
  send.mockReset();
  table.reset();
  table.on(GetCommand, { TableName: 'Feedback' }).resolves({ Item: feedback });
  table.on(GetCommand, { TableName: 'Users' }).resolves({ Item: { email: 'ana@example.test' } });
  table.on(GetCommand, { TableName: 'Problems', Key: key }).resolves({ Item: problem });
});

const forward = () => deliver(notifyTeamOfFeedback(dependencies), { feedbackId: 'feedback-1' });
const answerFeedback = () =>
  deliver(sendFeedbackAnswer(dependencies), { feedbackId: 'feedback-1', answerId: 'answer-2' });
const answerProblem = () =>
  deliver(sendProblemAnswer(dependencies), {
    version: key.group,
    textId: key.sortKey,
    answerId: 'answer-1',
  });

describe('feedback', () => {
  it('is sent to the team with the address of its writer', async () => {
    await forward();
    expect(sent()).toEqual([
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
    ]);
  });

  it('is answered with the answer of the event, and replies go to the team', async () => {
    await answerFeedback();
    const [sending] = sent();
    expect(sending).toMatchObject({
      idempotencyKey: 'feedbackAnswer#answer-2',
      to: 'ana@example.test',
      replyTo: 'team@site.test',
    });
    expect(sending.mail.text).toContain('It is in 0.5.');
    expect(sending.mail.text).toContain('> A compass.');
    expect(sending.mail.text).not.toContain('Thank you.');
  });

  it.each(['Feedback', 'Users'])('causes no email when %s has no record any more', async (TableName) => {
    table.on(GetCommand, { TableName }).resolves({});
    await forward();
    await answerFeedback();
    expect(sent()).toEqual([]);
  });
});

describe('a text about a problem', () => {
  it('is answered at the address in the report, and replies go to the team', async () => {
    await answerProblem();
    const [sending] = sent();
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
    ['it has expired', undefined],
    ['it has no address', { ...problem, email: undefined }],
    ['it has another answer', { ...problem, answer: answer('answer-2', 'Another one.') }],
  ])('gets no answer when %s', async (_, Item) => {
    table.on(GetCommand).resolves(Item ? { Item } : {});
    await answerProblem();
    expect(sent()).toEqual([]);
  });
});

describe('a message of the contact form', () => {
  const message = {
    messageId: 'message-1',
    name: 'Ana',
    email: 'Ana@example.test',
    message: 'Hello!',
    submittedAt: '2025-09-01T10:00:00.000Z',
  };
  const contact = () => deliver(deliverContact(dependencies), message);

  it('is sent to the team with the address of its writer, who gets an acknowledgment without it', async () => {
    await contact();
    expect(sent()).toEqual([
      {
        idempotencyKey: 'contact#message-1',
        to: 'team@site.test',
        replyTo: 'Ana@example.test',
        mail: expect.objectContaining({
          subject: 'Message from Ana',
          text: expect.stringContaining('Hello!'),
        }),
        logUnder: 'nobody',
      },
      {
        idempotencyKey: expect.stringMatching(/^contactAcknowledgment#\d+#ana@example\.test$/),
        to: 'Ana@example.test',
        mail: expect.objectContaining({ text: expect.not.stringContaining('Hello!') }),
        logUnder: 'address',
      },
    ]);
  });

  it('is acknowledged on the retry of a failed acknowledgment, with the same idempotency key', async () => {
    send.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('throttled'));
    await expect(contact()).rejects.toThrow('throttled');
    await contact();
    const [, first, , second] = sent();
    expect(second).toEqual(first);
  });
});
