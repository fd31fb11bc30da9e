import { inspect } from 'node:util';
import { TooManyRequestsException } from '@aws-sdk/client-cognito-identity-provider';
import type { Context, SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from '../../contract/zod.ts';
import { consumeMessage } from './consume-message.ts';
import { logger } from './logger.ts';
import { requestId } from './request-id.ts';

const schema = z.object({ userId: z.string(), causedBy: z.optional(z.string()) });
const context = { functionName: 'test' } as Context;
const eventWith = (...bodies: string[]) =>
  ({ Records: bodies.map((body, index) => ({ messageId: `message-${index + 1}`, body })) }) as SQSEvent;
const message = (fields: object = {}) => JSON.stringify({ userId: 'user-1', ...fields });
const act = vi.fn<(message: z.output<typeof schema>) => Promise<void>>();
const handle = (...bodies: string[]) => consumeMessage(schema, act)(eventWith(...bodies), context);

vi.spyOn(logger, 'info').mockImplementation(() => {});
const logError = vi.spyOn(logger, 'error').mockImplementation(() => {});
const begin = vi.spyOn(logger, 'begin');
const appendKeys = vi.spyOn(logger, 'appendKeys');

beforeEach(() => {
  act.mockReset().mockResolvedValue();
  logError.mockClear();
  begin.mockClear();
  appendKeys.mockClear();
});

describe('consumeMessage', () => {
  test('passes the message to the function', async () => {
    expect(await handle(message())).toBeUndefined();
    expect(act).toHaveBeenCalledExactlyOnceWith({ userId: 'user-1' });
  });

  test('handles the same message again when it is delivered again', async () => {
    await handle(message());
    await handle(message());
    expect(act).toHaveBeenCalledTimes(2);
  });

  test('handles the messages of a batch one after the other', async () => {
    const steps: string[] = [];
    act.mockImplementation(async ({ userId }) => {
      steps.push(`begin ${userId}`);
      await Promise.resolve();
      steps.push(`end ${userId}`);
    });
    await handle(message(), message({ userId: 'user-2' }));
    expect(steps).toEqual(['begin user-1', 'end user-1', 'begin user-2', 'end user-2']);
  });

  test('handles no further message of a batch after a failure, because SQS delivers all of them again', async () => {
    act.mockRejectedValueOnce(new Error('away'));
    await expect(handle(message(), message({ userId: 'user-2' }))).rejects.toThrow('away');
    expect(act).toHaveBeenCalledOnce();
  });

  test.each([
    ['a message of another shape', '{"user":"ana@example.test"}'],
    ['a field of the wrong type', '{"userId":["ana@example.test"]}'],
    ['a text that is not JSON', 'ana@example.test'],
    ['an empty text', ''],
  ])('throws for %s, logs it, and repeats nothing of it', async (_, body) => {
    const thrown = await handle(body).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: '$ZodError' });
    expect(act).not.toHaveBeenCalled();
    expect(logError).toHaveBeenCalledExactlyOnceWith('failed to handle the message', {
      error: expect.objectContaining({ name: '$ZodError' }),
    });
    expect(inspect([thrown, logError.mock.calls], { depth: null })).not.toContain('example.test');
  });

  test('throws and logs what the function throws, so that SQS delivers the message again', async () => {
    const failure = new Error('the user pool is away');
    act.mockRejectedValue(failure);
    await expect(handle(message())).rejects.toBe(failure);
    expect(logError).toHaveBeenCalledExactlyOnceWith('failed to handle the message', {
      error: expect.objectContaining({ name: 'Error', message: 'the user pool is away' }),
    });
  });

  test('throws the error of a service without its message', async () => {
    act.mockRejectedValue(new TooManyRequestsException({ $metadata: {}, message: 'ana@example.test' }));
    const thrown = await handle(message()).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: 'TooManyRequestsException' });
    expect(inspect([thrown, logError.mock.calls], { depth: null })).not.toContain('ana@example.test');
  });

  test.each([
    ['from the message', message({ causedBy: 'request-1' }), 'request-1'],
    ['of the message when it names no request', message(), 'message-1'],
    ['of the message when it names an empty one', message({ causedBy: '' }), 'message-1'],
  ])('logs and passes on the request id %s', async (_, body, expected) => {
    let seen: string | undefined;
    act.mockImplementation(async () => {
      seen = requestId();
    });
    await handle(body);
    expect(seen).toBe(expected);
    expect(begin.mock.calls).toEqual([[context, { requestId: expected }]]);
    expect(appendKeys.mock.calls).toEqual([[{ messageId: 'message-1' }]]);
  });

  test('logs the request id of each message of a batch', async () => {
    const seen: (string | undefined)[] = [];
    act.mockImplementation(async () => {
      seen.push(requestId());
    });
    await handle(message({ causedBy: 'request-1' }), message(), message({ causedBy: 'request-3' }));
    expect(seen).toEqual(['request-1', 'message-2', 'request-3']);
    expect(begin.mock.calls.map(([, { requestId: logged }]) => logged)).toEqual(seen);
  });

  test('logs the request id of a message that its schema rejects', async () => {
    await expect(handle('{"causedBy":"request-1"}')).rejects.toThrow();
    expect(begin.mock.calls).toEqual([[context, { requestId: 'request-1' }]]);
  });
});
