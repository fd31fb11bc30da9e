import { MessageRejected } from '@aws-sdk/client-sesv2';
import type { Context } from 'aws-lambda';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { describeError, LazyLogger } from './logger.ts';

test('logs the message of our own errors', () => {
  expect(describeError(new TypeError('of undefined'))).toMatchObject({
    name: 'TypeError',
    message: 'of undefined',
  });
});

test.each([
  [
    'AWS',
    new MessageRejected({ $metadata: { requestId: 'req-1' }, message: 'Not verified: ana@example.test' }),
    { name: 'MessageRejected', requestId: 'req-1' },
  ],
  [
    'Stripe',
    new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      message: 'Invalid email address: ana@example.test',
      code: 'email_invalid',
      requestId: 'req_2',
    }),
    { code: 'email_invalid', requestId: 'req_2' },
  ],
])('logs only the kind and id of an error of %s, never the content of the request', (_, error, kept) => {
  const described = describeError(error);
  expect(described).toMatchObject(kept);
  expect(described.frames).not.toEqual([]);
  expect(JSON.stringify(described)).not.toContain('ana@example.test');
});

test('logs only the type of a thrown value that is not an error', () => {
  expect(describeError('ana@example.test')).toEqual({ name: 'string' });
});

describe('lazyLogger', () => {
  const lines: Record<string, unknown>[] = [];
  let logger: LazyLogger;
  let outputs: MockInstance<typeof process.stdout.write>[];

  beforeEach(() => {
    lines.length = 0;
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'INFO');
    vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand');
    const keepLine = (line: string | Uint8Array) => lines.push(JSON.parse(String(line))) > 0;
    outputs = [process.stdout, process.stderr].map((output) =>
      vi.spyOn(output, 'write').mockImplementation(keepLine),
    );
    logger = new LazyLogger();
  });

  afterEach(() => {
    for (const output of outputs) output.mockRestore();
    vi.unstubAllEnvs();
  });

  test('logs the context, the keys and the details of a line', () => {
    logger.begin(invocation('first'), { requestId: 'request-1' });
    logger.appendKeys({ eventId: 'event-1' });
    logger.error('failed', { code: 'unknown' });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'ERROR',
        message: 'failed',
        function_request_id: 'first',
        requestId: 'request-1',
        eventId: 'event-1',
        code: 'unknown',
      }),
    ]);
  });

  test.each(['info', 'warn', 'error'] as const)('logs lines of the level %s', (level) => {
    logger[level]('something happened');
    expect(lines).toEqual([
      expect.objectContaining({ level: level.toUpperCase(), message: 'something happened' }),
    ]);
  });

  test('logs no key of an earlier invocation', () => {
    logger.begin(invocation('first'), { requestId: 'request-1' });
    logger.appendKeys({ eventId: 'event-1' });
    logger.info('handled');
    logger.begin(invocation('second'), { requestId: 'request-2' });
    logger.info('handled');
    expect(lines[1]).toMatchObject({ function_request_id: 'second', requestId: 'request-2' });
    expect(lines[1]).not.toHaveProperty('eventId');
  });

  test.each([
    ['a line', () => logger.info('handled')],
    ['nothing', () => {}],
  ])('reports no cold start for the second invocation when the first has logged %s', (_, logFirst) => {
    logger.begin(invocation('first'), {});
    logFirst();
    logger.begin(invocation('second'), {});
    logger.info('handled');
    expect(lines.at(-1)).toMatchObject({ function_request_id: 'second', cold_start: false });
  });

  test('reports a cold start for each message of the first invocation', () => {
    const context = invocation('first');
    for (const messageId of ['message-1', 'message-2']) {
      logger.begin(context, { messageId });
      logger.info('handled');
    }
    expect(lines.map((line) => line.cold_start)).toEqual([true, true]);
  });

  test('does not open stdout before the first line', () => {
    const stdout = vi.spyOn(process, 'stdout', 'get');
    logger.begin(invocation('first'), {});
    expect(stdout).not.toHaveBeenCalled();
    logger.info('handled');
    expect(stdout).toHaveBeenCalled();
    stdout.mockRestore();
  });

  const invocation = (awsRequestId: string) => ({ awsRequestId }) as Context;
});
