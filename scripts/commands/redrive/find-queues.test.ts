import { expect, it } from 'vitest';
import { findQueues } from './find-queues.ts';

const queue = (name: string) => ({
  type: 'AWS::SQS::Queue',
  logicalId: `${name}0A1B2C3D`,
  physicalId: `https://sqs.test/${name}`,
});
const resources = [
  queue('EventssyncPaidGroupQueue'),
  queue('EventssyncPaidGroupDeadLetters'),
  queue('EventsmailerDeadLetters'),
  queue('EventsmailerQueue'),
  { ...queue('EventsMailerDeadLetters'), type: 'AWS::Lambda::Function' },
];
const expected = ['mailer', 'syncPaidGroup'].map((consumer) => ({
  consumer,
  queueUrl: `https://sqs.test/Events${consumer}DeadLetters`,
  sourceQueueUrl: `https://sqs.test/Events${consumer}Queue`,
}));

it('finds each dead-letter queue with the queue in front of its function, in any order of resources', () => {
  expect(findQueues(resources)).toEqual(expected);
  expect(findQueues(resources.toReversed())).toEqual(expected);
});

it('finds the events that EventBridge could not send to a FIFO queue, which cannot return there', () => {
  const found = findQueues([
    queue('EventspublishBlogQueue'),
    queue('EventspublishBlogUndeliveredDeadLetters'),
  ]);
  expect(found).toEqual([
    { consumer: 'publishBlog', queueUrl: 'https://sqs.test/EventspublishBlogUndeliveredDeadLetters' },
  ]);
});
