import { inspect } from 'node:util';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { MessageRejected } from '@aws-sdk/client-sesv2';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as events from '../../contract/events/events.ts';
import { consume } from './consume.ts';
import { logger } from './logger.ts';
import { publishEvent } from './publish-event.ts';

const context = { functionName: 'test' } as Context;
const detail = { userId: 'user-1', email: 'ana@example.test' };
const eventWith = (detail: unknown) =>
  ({ id: 'event-1', 'detail-type': 'UserRegistered', detail }) as EventBridgeEvent<string, unknown>;
vi.spyOn(logger, 'info').mockImplementation(() => {});
const logError = vi.spyOn(logger, 'error').mockImplementation(() => {});

beforeEach(() => {
  logError.mockClear();
});

test("passes the detail, Lambda's context and the id of the event", async () => {
  const act = vi.fn(async () => {});
  await consume(events.userRegistered, act)(eventWith(detail), context);
  expect(act).toHaveBeenCalledExactlyOnceWith(detail, context, 'event-1');
});

test('passes the id of a scheduled event', async () => {
  const act = vi.fn(async () => {});
  const event = { id: 'time-1', source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} };
  await consume(events.scheduled, act)(event as EventBridgeEvent<string, unknown>, context);
  expect(act).toHaveBeenCalledExactlyOnceWith({}, context, 'time-1');
});

test('handles the same event again', async () => {
  const act = vi.fn(async () => {});
  const handler = consume(events.userRegistered, act);
  await handler(eventWith(detail), context);
  await handler(eventWith(detail), context);
  expect(act).toHaveBeenCalledTimes(2);
});

test.each([
  ['nothing', undefined],
  ['only a part', { userId: 'user-1' }],
  ['a field of the wrong type', { userId: 1, email: 'ana@example.test' }],
])('fails for an event that contains %s, so that it becomes a dead letter', async (_, broken) => {
  const act = vi.fn(async () => {});
  await expect(consume(events.userRegistered, act)(eventWith(broken), context)).rejects.toThrow();
  expect(act).not.toHaveBeenCalled();
});

test('throws and logs what the domain throws, so that Lambda retries', async () => {
  const failure = new Error('the mail server is away');
  const handler = consume(events.userRegistered, async () => {
    throw failure;
  });
  await expect(handler(eventWith(detail), context)).rejects.toBe(failure);
  expect(logError).toHaveBeenCalledExactlyOnceWith(expect.any(String), {
    error: expect.objectContaining({ name: 'Error', message: 'the mail server is away' }),
  });
});

test('throws only the kind of a service error, because Lambda logs it and stores it with the dead letter', async () => {
  const refusal = new MessageRejected({ $metadata: {}, message: 'Not verified: ana@example.test' });
  const handler = consume(events.userRegistered, async () => {
    throw refusal;
  });
  const thrown = await handler(eventWith(detail), context).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'MessageRejected' });
  expect(inspect(thrown, { depth: null })).not.toContain('ana@example.test');
});

test('throws no content of a broken event', async () => {
  const handler = consume(events.userRegistered, async () => {});
  const failure = await handler(eventWith({ ...detail, userId: ['ana@example.test'] }), context).catch(
    String,
  );
  expect(failure).toContain('userId');
  expect(failure).not.toContain('ana@example.test');
});

describe('the request that caused an event', () => {
  const bus = mockClient(EventBridgeClient);

  beforeEach(() => {
    bus.reset();
    bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: 'event-2' }] });
  });

  /** The request id in the log while the event is handled, and in the next event. */
  async function handedOn(detail: object) {
    const begin = vi.spyOn(logger, 'begin');
    await consume(events.userRegistered, async ({ userId }) => {
      await publishEvent({ client: new EventBridgeClient({}), name: 'Bus' }, events.feedbackSubmitted, {
        feedbackId: userId,
      });
    })(eventWith({ ...detail, userId: 'user-1', email: 'ana@example.test' }), context);
    const [call] = bus.commandCalls(PutEventsCommand);
    const logged = begin.mock.lastCall?.[1].requestId;
    begin.mockRestore();
    return { logged, next: JSON.parse(call?.args[0].input.Entries?.[0]?.Detail ?? '') };
  }

  test('is logged with the id and the type of the event', async () => {
    const appendKeys = vi.spyOn(logger, 'appendKeys');
    await consume(events.userRegistered, async () => {})(eventWith(detail), context);
    expect(appendKeys.mock.calls).toEqual([[{ eventId: 'event-1', eventType: 'UserRegistered' }]]);
    appendKeys.mockRestore();
  });

  test.each([
    ['is the one in the event', { causedBy: 'request-1' }, 'request-1'],
    ['passes through an email', { mail: { tags: { causedBy: ['request-1'] } } }, 'request-1'],
    ['is the event itself if the event has no field for it', {}, 'event-1'],
    ['is the event itself if the field is not a text', { causedBy: 7 }, 'event-1'],
    ['is the event itself if the field is empty', { causedBy: '' }, 'event-1'],
  ])('%s', async (_, detail, expected) => {
    const { logged, next } = await handedOn(detail);
    expect(logged).toBe(expected);
    expect(next).toEqual({ feedbackId: 'user-1', causedBy: expected });
  });

  test('is not the one of the previous event', async () => {
    await handedOn({ causedBy: 'request-1' });
    bus.resetHistory();
    expect((await handedOn({ causedBy: 'request-2' })).next.causedBy).toBe('request-2');
  });
});
