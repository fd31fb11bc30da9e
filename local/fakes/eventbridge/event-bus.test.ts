import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type EventBus, openEventBus } from './event-bus.ts';

const hourMs = 60 * 60 * 1000;
const rules = [
  { bus: 'site', pattern: { 'detail-type': ['UserRegistered'] }, targets: [{ queue: 'Welcome' }] },
  { bus: 'site', pattern: { source: ['lorewright'] }, targets: [{ queue: 'All' }] },
  { bus: 'default', pattern: { source: ['aws.s3'] }, targets: [{ queue: 'Blog', group: 'blog' }] },
];
const due = { source: 'lorewright', 'detail-type': 'SweepDue', detail: { startsAgain: true } };
const schedules = [
  { queue: 'Sweep', everyMilliseconds: hourMs, event: due },
  { queue: 'Blog', group: 'blog', everyMilliseconds: 24 * hourMs, event: { source: 'aws.s3' } },
];
const send = vi.fn<(queue: string, message: { body: string; group?: string }) => Promise<unknown>>();
const onProblem = vi.fn<(message: string) => void>();
let bus: EventBus;

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockResolvedValue(undefined);
  onProblem.mockReset();
  bus = openEventBus({ region: 'us-east-1', rules, schedules, queues: { send }, onProblem });
  return () => {
    bus.stop();
    vi.useRealTimers();
  };
});

const register = () => bus.put('site', 'lorewright', 'UserRegistered', { userId: 'user-1' });

describe('an event', () => {
  it('goes to every queue that a rule of its bus names, in the shape of EventBridge', async () => {
    const id = await register();
    expect(send.mock.calls.map(([queue]) => queue).sort()).toEqual(['All', 'Welcome']);
    for (const [, { body, group }] of send.mock.calls) {
      expect(group).toBeUndefined();
      expect(JSON.parse(body)).toEqual({
        version: '0',
        id,
        source: 'lorewright',
        'detail-type': 'UserRegistered',
        account: '000000000000',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        region: 'us-east-1',
        resources: [],
        detail: { userId: 'user-1' },
      });
    }
  });

  it('goes to a FIFO queue with the message group of its rule, each with its own id', async () => {
    for (let time = 1; time <= 2; time++) await bus.put('default', 'aws.s3', 'Object Created', {});
    expect(send.mock.calls.map(([queue, { group }]) => [queue, group])).toEqual([
      ['Blog', 'blog'],
      ['Blog', 'blog'],
    ]);
    expect(new Set(send.mock.calls.map(([, { body }]) => JSON.parse(body).id)).size).toBe(2);
  });

  it('goes to no queue if no rule matches it', async () => {
    await bus.put('default', 'lorewright', 'UserRegistered', {});
    expect(send).not.toHaveBeenCalled();
    expect(bus.recent().map(({ targets }) => targets)).toEqual([[]]);
  });

  it('is refused when a queue cannot store it', async () => {
    send.mockRejectedValueOnce(new Error('disk full'));
    await expect(register()).rejects.toThrow('disk full');
    expect(bus.recent()).toEqual([]);
  });

  it('is shown among the latest, newest first, and only the latest are kept', async () => {
    for (let number = 1; number <= 51; number++) await bus.put('site', 'lorewright', 'Other', number);
    await register();
    const recent = bus.recent();
    expect(recent).toHaveLength(50);
    expect(recent[0]).toMatchObject({
      event: { 'detail-type': 'UserRegistered' },
      targets: ['Welcome', 'All'],
    });
    expect(recent.at(-1)?.event.detail).toBe(3);
  });

  it('is shown for S3 only if a rule matches it', async () => {
    await bus.put('default', 'aws.s3', 'Object Created', {});
    await bus.put('site', 'aws.s3', 'Object Deleted', {});
    expect(bus.recent().map(({ event }) => event['detail-type'])).toEqual(['Object Created']);
  });
});

describe('a schedule', () => {
  const bodies = () => send.mock.calls.map(([queue, { body, group }]) => [queue, group, JSON.parse(body)]);

  it('sends its event after each interval, and not before', () => {
    bus.start();
    vi.advanceTimersByTime(hourMs - 1);
    expect(send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(bodies()).toEqual([['Sweep', undefined, due]]);
    vi.advanceTimersByTime(23 * hourMs);
    expect(bodies().filter(([queue]) => queue === 'Blog')).toEqual([['Blog', 'blog', { source: 'aws.s3' }]]);
    expect(send).toHaveBeenCalledTimes(25);
  });

  it('runs at once when somebody asks for it', async () => {
    await bus.runScheduled('Sweep');
    expect(bodies()).toEqual([['Sweep', undefined, due]]);
  });

  it('ends with the bus', () => {
    bus.start();
    bus.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports an event that cannot be stored', async () => {
    send.mockRejectedValueOnce(new Error('disk full'));
    bus.start();
    await vi.advanceTimersByTimeAsync(hourMs);
    expect(onProblem.mock.calls).toEqual([['Sweep did not get its scheduled event: disk full']]);
  });
});
