import type { Context, SQSEvent } from 'aws-lambda';
import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { consumeBatch } from './consume-batch.ts';
import { logger } from './logger.ts';
import { requestId } from './request-id.ts';

const act = vi.fn<(messages: { number: number }[]) => Promise<void>>();
const handler = consumeBatch(z.object({ number: z.int() }), act);
const deliver = (...bodies: unknown[]) =>
  handler(
    {
      Records: bodies.map((body, index) => ({ messageId: `m${index}`, body: JSON.stringify(body) })),
    } as SQSEvent,
    { awsRequestId: 'request-1' } as Context,
  );

beforeEach(() => {
  act.mockReset().mockResolvedValue();
  vi.spyOn(logger, 'error').mockImplementation(() => {});
});

it('handles all messages of a batch together', async () => {
  expect(await deliver({ number: 1 }, { number: 2 })).toEqual({ batchItemFailures: [] });
  expect(act.mock.calls.map(([messages]) => messages)).toEqual([[{ number: 1 }, { number: 2 }]]);
});

it('returns a message that it cannot read with everything behind it', async () => {
  expect(await deliver({ number: 1 }, { number: 'two' }, { number: 3 })).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm2' }],
  });
  expect(act.mock.calls.map(([messages]) => messages)).toEqual([[{ number: 1 }]]);
});

it('does not act when it can read nothing', async () => {
  expect((await deliver('{')).batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
  expect(act).not.toHaveBeenCalled();
});

it('fails the batch when the function fails, without the words of the error', async () => {
  act.mockRejectedValue(new TypeError('ana@example.com is away'));
  await expect(deliver({ number: 1 })).rejects.toThrow(expect.not.stringContaining('ana@example.com'));
});

it('follows the request that led to the first message', async () => {
  const seen: (string | undefined)[] = [];
  act.mockImplementation(async () => void seen.push(requestId()));
  await deliver({ number: 1, detail: { causedBy: 'request-0' } });
  await deliver({ number: 1, causedBy: 'request-7' });
  await deliver({ number: 1, id: 'event-1' });
  await deliver({ number: 1 });
  expect(seen).toEqual(['request-0', 'request-7', 'event-1', 'request-1']);
});
