import { inspect } from 'node:util';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { MessageRejected } from '@aws-sdk/client-sesv2';
import type { Context, EventBridgeEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { events } from '../../contract/events/events.ts';
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

test('hands over the detail, what Lambda tells of this run, and which event it is', async () => {
  const act = vi.fn(async () => {});
  await consume(events.userRegistered, act)(eventWith(detail), context);
  expect(act).toHaveBeenCalledExactlyOnceWith(detail, context, 'event-1');
});

test('what runs on a schedule is handed the id of that one time', async () => {
  const act = vi.fn(async () => {});
  const event = { id: 'time-1', source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} };
  await consume(events.scheduled, act)(event as EventBridgeEvent<string, unknown>, context);
  expect(act).toHaveBeenCalledExactlyOnceWith({}, context, 'time-1');
});

test('the same event may come again', async () => {
  const act = vi.fn(async () => {});
  const handler = consume(events.userRegistered, act);
  await handler(eventWith(detail), context);
  await handler(eventWith(detail), context);
  expect(act).toHaveBeenCalledTimes(2);
});

test.each([
  ['nothing', undefined],
  ['half of what it should', { userId: 'user-1' }],
  ['something of the wrong type', { userId: 1, email: 'ana@example.test' }],
])('an event that holds %s fails, so that it ends as a dead letter', async (_, broken) => {
  const act = vi.fn(async () => {});
  await expect(consume(events.userRegistered, act)(eventWith(broken), context)).rejects.toThrow();
  expect(act).not.toHaveBeenCalled();
});

test('what the domain throws goes on to Lambda, which then tries again, and into the log', async () => {
  const failure = new Error('the mail server is away');
  const handler = consume(events.userRegistered, async () => {
    throw failure;
  });
  await expect(handler(eventWith(detail), context)).rejects.toBe(failure);
  expect(logError).toHaveBeenCalledExactlyOnceWith(expect.any(String), {
    error: expect.objectContaining({ name: 'Error', message: 'the mail server is away' }),
  });
});

test('what a service has refused goes on by its kind only: Lambda logs what is thrown, and keeps it with the dead letter', async () => {
  const refusal = new MessageRejected({ $metadata: {}, message: 'Not verified: ana@example.test' });
  const handler = consume(events.userRegistered, async () => {
    throw refusal;
  });
  const thrown = await handler(eventWith(detail), context).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ name: 'MessageRejected' });
  expect(inspect(thrown, { depth: null })).not.toContain('ana@example.test');
});

test('the error of a broken event repeats nothing of what it holds', async () => {
  const handler = consume(events.userRegistered, async () => {});
  const failure = await handler(eventWith({ ...detail, userId: ['ana@example.test'] }), context).catch(
    String,
  );
  expect(failure).toContain('userId');
  expect(failure).not.toContain('ana@example.test');
});

describe('the request that an event follows from', () => {
  const bus = mockClient(EventBridgeClient);

  beforeEach(() => {
    bus.reset();
    bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: 'event-2' }] });
  });

  /** What the log says of it while the event is handled, and what the next event says. */
  async function handedOn(detail: object) {
    const appendKeys = vi.spyOn(logger, 'appendKeys');
    await consume(events.userRegistered, async ({ userId }) => {
      await publishEvent(new EventBridgeClient({}), 'Bus', 'feedbackSubmitted', { feedbackId: userId });
    })(eventWith({ ...detail, userId: 'user-1', email: 'ana@example.test' }), context);
    const [call] = bus.commandCalls(PutEventsCommand);
    const logged = Object.assign({}, ...appendKeys.mock.calls.map(([keys]) => keys)).requestId;
    appendKeys.mockRestore();
    return { logged, next: JSON.parse(call?.args[0].input.Entries?.[0]?.Detail ?? '') };
  }

  test.each([
    ['is the one that the event names', { causedBy: 'request-1' }, 'request-1'],
    ['goes through a mail', { mail: { tags: { causedBy: ['request-1'] } } }, 'request-1'],
    ['is the event itself, when it was on its way before events knew it', {}, 'event-1'],
    ['is the event itself, when it names none that could be one', { causedBy: 7 }, 'event-1'],
    ['is the event itself, when it names nothing', { causedBy: '' }, 'event-1'],
  ])('%s', async (_, detail, expected) => {
    const { logged, next } = await handedOn(detail);
    expect(logged).toBe(expected);
    expect(next).toEqual({ feedbackId: 'user-1', causedBy: expected });
  });

  test('is not mixed up with that of the event before', async () => {
    await handedOn({ causedBy: 'request-1' });
    bus.resetHistory();
    expect((await handedOn({ causedBy: 'request-2' })).next.causedBy).toBe('request-2');
  });
});
