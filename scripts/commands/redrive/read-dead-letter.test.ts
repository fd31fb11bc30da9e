import { describe, expect, test } from 'vitest';
import { readDeadLetter, readQueuedMessage } from './read-dead-letter.ts';

const event = {
  version: '0',
  id: 'event-1',
  'detail-type': 'ContactSubmitted',
  source: 'lorewright',
  account: '000000000000',
  time: '2026-01-02T03:04:05Z',
  region: 'us-east-1',
  resources: [],
  detail: { name: 'Ana', email: 'ana@example.test' },
};
/** Lambda's record of an event that it gave up on; from AWS's documentation. */
const record = (more: object = {}) => ({
  version: '1.0',
  timestamp: '2026-01-02T03:10:05.568Z',
  requestContext: {
    requestId: 'e4b46cbf-b738-xmpl-8880-a18cdf61200e',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:deliverContact:$LATEST',
    condition: 'RetriesExhausted',
    approximateInvokeCount: 3,
  },
  requestPayload: event,
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  responsePayload: { errorType: 'Error', errorMessage: 'The mail server is away.', trace: ['Error: …'] },
  ...more,
});
const read = (content: unknown, attributes: Record<string, string> = {}) =>
  readDeadLetter({
    Body: typeof content === 'string' ? content : JSON.stringify(content),
    MessageAttributes: Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, { DataType: 'String', StringValue: value }]),
    ),
  });

describe('readDeadLetter', () => {
  test('returns the event of a failed function unchanged', () => {
    const letter = read(record());
    expect(letter).toMatchObject({ eventId: 'event-1', eventType: 'ContactSubmitted' });
    expect(JSON.parse(letter?.event ?? '')).toEqual(event);
  });

  test.each([
    ['what the function threw', {}, 'Error: The mail server is away.'],
    ['a timeout', { responsePayload: { errorMessage: 'Task timed out' } }, 'Task timed out'],
    [
      'the reason why the function did not run',
      { responsePayload: undefined, requestContext: { condition: 'EventAgeExceeded' } },
      'EventAgeExceeded',
    ],
    ['the condition if there is no response', { responsePayload: null }, 'RetriesExhausted'],
  ])('reports as the error %s', (_, more, error) => {
    expect(read(record(more))?.error).toBe(error);
  });
});

test('reads the message as the event if EventBridge did not reach the function', () => {
  const letter = read(event, {
    RULE_ARN: 'arn:aws:events:us-east-1:000000000000:rule/bus/rule',
    TARGET_ARN: 'arn:aws:lambda:us-east-1:000000000000:function:deliverContact',
    ERROR_CODE: 'NO_PERMISSIONS',
    ERROR_MESSAGE: 'The rule may not run the function.',
  });
  expect(letter).toMatchObject({
    eventId: 'event-1',
    eventType: 'ContactSubmitted',
    error: 'NO_PERMISSIONS: The rule may not run the function.',
  });
  expect(JSON.parse(letter?.event ?? '')).toEqual(event);
});

test.each([
  ['no JSON', 'hello'],
  ['nothing', ''],
  ['null', 'null'],
  ['an event without an error', event],
  ['a record without an event', record({ requestPayload: undefined })],
  ['a record of something else than an event', record({ requestPayload: { orderId: 'cs_1' } })],
])('returns null for %s', (_, content) => {
  expect(read(content)).toBeNull();
});

describe('the error', () => {
  const errorOf = (errorMessage: string) =>
    read(record({ responsePayload: { errorType: 'MessageRejected', errorMessage } }))?.error ?? '';

  test.each([
    'Email address is not verified: ana@example.test',
    'The identities failed: "Ana" <ana@example.test>, ana+maps@example.test',
    '{"email":"ana@example.test"}',
  ])('hides the addresses in %j', (message) => {
    expect(errorOf(message)).toContain('…@…');
    expect(errorOf(message)).not.toMatch(/ana(\+maps)?@|example/);
  });

  test('fits into a line of a terminal', () => {
    const error = errorOf(`one\n\ttwo\x1b[2J ${'x'.repeat(1000)}`);
    expect(error).toMatch(/^MessageRejected: one two \[2J x+…$/);
    expect(error.length).toBeLessThan(200);
  });
});

describe('readQueuedMessage', () => {
  test.each([
    ['a message of ours', '{"userId":"user-1","causedBy":"request-1"}'],
    ['a text that is not JSON', 'hello'],
  ])('names %s by its id and keeps it as it was sent', (_, Body) => {
    expect(readQueuedMessage({ Body, MessageId: 'm1' }, 'syncPaidGroup')).toEqual({
      eventId: 'm1',
      eventType: 'message',
      event: Body,
      error: 'see the log of syncPaidGroup',
    });
  });

  test('names an event by its own id and type', () => {
    const letter = readQueuedMessage({ Body: JSON.stringify(event), MessageId: 'm1' }, 'deliverContact');
    expect(letter).toEqual({
      eventId: 'event-1',
      eventType: 'ContactSubmitted',
      event: JSON.stringify(event),
      error: 'see the log of deliverContact',
    });
  });

  test('reads a message without a body', () => {
    expect(readQueuedMessage({ MessageId: 'm1' }, 'syncPaidGroup')).toMatchObject({
      eventId: 'm1',
      event: '',
    });
  });
});
