import type { Context, SQSEvent } from 'aws-lambda';
import { beforeEach, expect, it, vi } from 'vitest';
import { consumeBatch } from './consume-batch.ts';
import { logger } from './logger.ts';
import { requestId } from './request-id.ts';

const act = vi.fn<(messages: unknown[]) => Promise<void>>();
const handler = consumeBatch(act);
const deliver = (...bodies: string[]) =>
  handler(
    { Records: bodies.map((body, index) => ({ messageId: `m${index}`, body })) } as SQSEvent,
    { awsRequestId: 'request-1' } as Context,
  );

beforeEach(() => {
  act.mockReset().mockResolvedValue();
  vi.spyOn(logger, 'error').mockImplementation(() => {});
});

it('handles all messages of a batch together', async () => {
  await deliver('{"number":1}', '{"number":2}');
  expect(act.mock.calls.map(([messages]) => messages)).toEqual([[{ number: 1 }, { number: 2 }]]);
});

it('hands over undefined for a message that is not JSON', async () => {
  await deliver('{"number":1}', '{');
  expect(act.mock.calls.map(([messages]) => messages)).toEqual([[{ number: 1 }, undefined]]);
});

it('fails the batch when the function fails, without the words of the error', async () => {
  act.mockRejectedValue(new TypeError('ana@example.com is away'));
  await expect(deliver('{}')).rejects.toThrow(expect.not.stringContaining('ana@example.com'));
});

it('follows the request that led to the first message', async () => {
  const seen: (string | undefined)[] = [];
  act.mockImplementation(async () => void seen.push(requestId()));
  await deliver('{"detail":{"causedBy":"request-0"}}');
  await deliver('{"causedBy":"request-7"}');
  await deliver('{"id":"event-1"}');
  await deliver('{');
  expect(seen).toEqual(['request-0', 'request-7', 'event-1', 'request-1']);
});
