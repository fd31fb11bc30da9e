import { inspect } from 'node:util';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { MessageRejected } from '@aws-sdk/client-sesv2';
import type { Context, SQSEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import * as events from '../../contract/events/events.ts';
import { queueMessages } from '../../contract/events/queue-messages.ts';
import { consume, consumeAll, consumeTogether } from './consume.ts';
import { logger } from './logger.ts';
import { publishEvent } from './publish-event.ts';
import { requestId } from './request-id.ts';

const context = { functionName: 'test' } as Context;
const ana = { userId: 'user-1', email: 'ana@example.test' };
const ben = { userId: 'user-2', email: 'ben@example.test' };
const eventWith = (detail: unknown, type = 'UserRegistered') => ({
  id: 'event-1',
  'detail-type': type,
  detail,
});
/** The messages of a queue; a text is one that is not JSON. */
const batch = (...messages: unknown[]) =>
  ({
    Records: messages.map((message, index) => ({
      messageId: `message-${index + 1}`,
      body: typeof message === 'string' ? message : JSON.stringify(message),
    })),
  }) as SQSEvent;
const failed = (...ids: string[]) => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});
vi.spyOn(logger, 'info').mockImplementation(() => {});
const logError = vi.spyOn(logger, 'error').mockImplementation(() => {});

beforeEach(() => {
  logError.mockClear();
});

describe('consume', () => {
  it("passes the detail, Lambda's context and the id of the event", async () => {
    const act = vi.fn(async () => {});
    const answer = await consume(events.userRegistered, act)(batch(eventWith(ana)), context);
    expect(answer).toEqual(failed());
    expect(act).toHaveBeenCalledExactlyOnceWith(ana, context, 'event-1');
  });

  it('passes the id of the message when the event of a schedule has none', async () => {
    const act = vi.fn(async () => {});
    const event = { 'detail-type': events.completionDue.type, detail: {} };
    await consume(events.completionDue, act)(batch(event), context);
    expect(act).toHaveBeenCalledExactlyOnceWith({}, context, 'message-1');
  });

  it('passes a message that a function sent to the queue itself', async () => {
    const act = vi.fn(async () => {});
    const message = { userId: 'user-1', causedBy: 'request-1' };
    await consume(queueMessages.syncPaidGroup, act)(batch(message), context);
    expect(act).toHaveBeenCalledExactlyOnceWith({ userId: 'user-1' }, context, 'message-1');
  });

  it('passes the event in a dead letter that Lambda wrote', async () => {
    const act = vi.fn(async () => {});
    const record = { version: '1.0', requestContext: {}, requestPayload: eventWith(ana) };
    await consume(events.userRegistered, act)(batch(record), context);
    expect(act).toHaveBeenCalledExactlyOnceWith(ana, context, 'event-1');
  });

  it('handles the same event again', async () => {
    const act = vi.fn(async () => {});
    const handler = consume(events.userRegistered, act);
    await handler(batch(eventWith(ana)), context);
    await handler(batch(eventWith(ana)), context);
    expect(act).toHaveBeenCalledTimes(2);
  });

  it('reports only the events that failed, and handles those after them', async () => {
    const act = vi.fn(async ({ userId }: { userId: string }) => {
      if (userId === 'user-1') throw new Error('away');
    });
    const answer = await consume(events.userRegistered, act)(batch(eventWith(ana), eventWith(ben)), context);
    expect(answer).toEqual(failed('message-1'));
    expect(act).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['an event without a detail', { id: 'event-1' }],
    ['only a part', eventWith({ userId: 'user-1' })],
    ['a field of the wrong type', eventWith({ ...ana, userId: ['ana@example.test'] })],
    ['a text that is not JSON', 'ana@example.test'],
    ['an empty text', ''],
    ['null', 'null'],
  ])('reports %s as failed, and logs nothing of it', async (_, message) => {
    const act = vi.fn(async () => {});
    const answer = await consume(events.userRegistered, act)(batch(message), context);
    expect(answer).toEqual(failed('message-1'));
    expect(act).not.toHaveBeenCalled();
    expect(logError).toHaveBeenCalledExactlyOnceWith('failed to handle the event', {
      error: expect.objectContaining({ name: '$ZodError' }),
    });
    expect(inspect(logError.mock.calls, { depth: null })).not.toContain('example.test');
  });

  it('logs what the function throws', async () => {
    const handler = consume(events.userRegistered, async () => {
      throw new Error('the mail server is away');
    });
    expect(await handler(batch(eventWith(ana)), context)).toEqual(failed('message-1'));
    expect(logError).toHaveBeenCalledExactlyOnceWith('failed to handle the event', {
      error: expect.objectContaining({ name: 'Error', message: 'the mail server is away' }),
    });
  });

  it('logs only the kind of the error of a service', async () => {
    const handler = consume(events.userRegistered, async () => {
      throw new MessageRejected({ $metadata: {}, message: 'Not verified: ana@example.test' });
    });
    await handler(batch(eventWith(ana)), context);
    expect(logError.mock.calls).toEqual([
      [expect.any(String), { error: expect.objectContaining({ name: 'MessageRejected' }) }],
    ]);
    expect(inspect(logError.mock.calls, { depth: null })).not.toContain('ana@example.test');
  });
});

describe('consumeAll', () => {
  const register = vi.fn(async (_: { userId: string }) => {});
  const change = vi.fn(async (_: { userId: string }) => {});
  const handler = consumeAll<{ register: typeof register }>(
    [
      (dependencies) => consume(events.userRegistered, dependencies.register),
      () => consume(events.userChanged, change),
    ],
    () => ({ register }),
  );

  beforeEach(() => {
    register.mockReset();
    change.mockReset();
  });

  it('passes each event to the consumer of its type', async () => {
    const answer = await handler(
      batch(eventWith(ana), eventWith({ userId: 'user-2' }, 'UserChanged')),
      context,
    );
    expect(answer).toEqual(failed());
    expect(register).toHaveBeenCalledExactlyOnceWith(ana, context, 'event-1');
    expect(change).toHaveBeenCalledExactlyOnceWith({ userId: 'user-2' }, context, 'event-1');
  });

  it('reports the events that a consumer failed to handle', async () => {
    register.mockRejectedValue(new Error('away'));
    const answer = await handler(
      batch(eventWith(ana), eventWith({ userId: 'user-2' }, 'UserChanged')),
      context,
    );
    expect(answer).toEqual(failed('message-1'));
    expect(change).toHaveBeenCalledOnce();
  });

  it.each([
    ['an event of another type', eventWith({}, 'FeedbackSubmitted'), 'FeedbackSubmitted'],
    ['an event without a type', { detail: {} }, 'unknown'],
    ['a text that is not JSON', '{', 'unknown'],
  ])('reports %s as failed', async (_, message, type) => {
    expect(await handler(batch(message), context)).toEqual(failed('message-1'));
    expect(logError).toHaveBeenCalledExactlyOnceWith('failed to handle the event', {
      error: expect.objectContaining({ message: `No consumer handles events of the type ${type}.` }),
    });
  });
});

describe('consumeTogether', () => {
  const act = vi.fn<(messages: unknown[]) => Promise<void>>();
  const handler = consumeTogether(act);

  beforeEach(() => {
    act.mockReset().mockResolvedValue();
  });

  it('handles all messages of a batch together, with undefined for one that is not JSON', async () => {
    expect(await handler(batch({ number: 1 }, '{'), context)).toEqual(failed());
    expect(act).toHaveBeenCalledExactlyOnceWith([{ number: 1 }, undefined], context);
  });

  it('reports all messages as failed when the function fails', async () => {
    act.mockRejectedValue(new TypeError('away'));
    expect(await handler(batch({}, {}), context)).toEqual(failed('message-1', 'message-2'));
    expect(logError).toHaveBeenCalledExactlyOnceWith('failed to handle the event', {
      error: expect.objectContaining({ message: 'away' }),
    });
  });

  it('follows the request that led to the first message', async () => {
    const seen: (string | undefined)[] = [];
    act.mockImplementation(async () => void seen.push(requestId()));
    await handler(batch({ detail: { causedBy: 'request-0' } }, { causedBy: 'request-1' }), context);
    await handler(batch({ causedBy: 'request-7' }), context);
    await handler(batch({ id: 'event-1' }), context);
    await handler(batch('{'), context);
    expect(seen).toEqual(['request-0', 'request-7', 'event-1', 'message-1']);
  });
});

describe('the request that caused an event', () => {
  const bus = mockClient(EventBridgeClient);

  beforeEach(() => {
    bus.reset();
    bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: 'event-2' }] });
  });

  /** The request id in the log while the events are handled, and in the next events. */
  async function handedOn(...details: object[]) {
    const begin = vi.spyOn(logger, 'begin');
    const handler = consume(events.userRegistered, async ({ userId }) => {
      await publishEvent(
        { connect: async () => new EventBridgeClient({}), name: 'Bus' },
        events.feedbackSubmitted,
        {
          feedbackId: userId,
        },
      );
    });
    await handler(batch(...details.map((detail) => eventWith({ ...detail, ...ana }))), context);
    const logged = begin.mock.calls.map(([, keys]) => keys.requestId);
    const next = bus
      .commandCalls(PutEventsCommand)
      .map(({ args }) => JSON.parse(args[0].input.Entries?.[0]?.Detail ?? ''));
    begin.mockRestore();
    return { logged, next };
  }

  test('is logged with the id and the type of the event', async () => {
    const appendKeys = vi.spyOn(logger, 'appendKeys');
    await consume(events.userRegistered, async () => {})(batch(eventWith(ana)), context);
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
    expect(logged).toEqual([expected]);
    expect(next).toEqual([{ feedbackId: 'user-1', causedBy: expected }]);
  });

  test('is not the one of the previous event of the batch', async () => {
    const { logged } = await handedOn({ causedBy: 'request-1' }, { causedBy: 'request-2' });
    expect(logged).toEqual(['request-1', 'request-2']);
  });
});
