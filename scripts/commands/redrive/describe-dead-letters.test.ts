import { expect, test } from 'vitest';
import { describeRedriven, describeWaiting } from './describe-dead-letters.ts';

const queue = {
  consumer: 'fulfilOrder',
  functionName: 'Fulfil',
  queueUrl: 'https://sqs.test/fulfil',
};
const letter = (error: string, day = 2) => ({
  eventId: `event-${day}`,
  eventType: 'CheckoutChanged',
  error,
  waitsSince: new Date(Date.UTC(2026, 0, day, 3, 4, 5)),
});

test('lists waiting events by error, the most frequent first, with the time of the oldest', () => {
  const letters = [letter('Error: away'), letter('Error: late', 3), letter('Error: late', 1)];
  expect(describeWaiting(queue, { letters, unreadable: ['m1'], hidden: 4 })).toEqual([
    'fulfilOrder: 3 waiting, the oldest since 2026-01-01 03:04 UTC',
    '      2 × CheckoutChanged  Error: late',
    '      1 × CheckoutChanged  Error: away',
    'fulfilOrder: 4 held by another run, which may have ended; they show again within 2 minutes',
    'fulfilOrder: message m1 is not a dead letter of this site and stays; view it in the SQS console',
  ]);
});

test('limits the number of different errors', () => {
  const letters = Array.from({ length: 100 }, (_, number) => letter(`Error: request ${number} failed`));
  const lines = describeWaiting(queue, { letters, unreadable: [], hidden: 0 });
  expect(lines).toHaveLength(7);
  expect(lines.at(-1)).toBe('        and 95 other errors');
});

test('reports the sent events and the remaining ones', () => {
  expect(describeRedriven(queue, { sent: 2, cameBack: 1, unreadable: ['m1'] })).toEqual([
    'fulfilOrder: 2 sent again',
    'fulfilOrder: 1 of these events still waiting: they failed again, or were in the queue twice',
    expect.stringContaining('m1'),
  ]);
});

test('reports nothing for an empty queue', () => {
  expect(describeWaiting(queue, { letters: [], unreadable: [], hidden: 0 })).toEqual([]);
  expect(describeRedriven(queue, { sent: 0, cameBack: 0, unreadable: [] })).toEqual([]);
});
