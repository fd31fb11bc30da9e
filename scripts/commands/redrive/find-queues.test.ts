import { describe, expect, test } from 'vitest';
import { findQueues } from './find-queues.ts';

const lambda = (name: string) => ({
  type: 'AWS::Lambda::Function',
  logicalId: `${name}0A1B2C3D`,
  physicalId: `lorewright-prod-${name}`,
});
const queue = (name: string) => ({
  type: 'AWS::SQS::Queue',
  logicalId: `${name}4E5F6A7B`,
  physicalId: `https://sqs.test/${name}`,
});
const resources = [
  queue('EventssyncPaidGroupQueue'),
  queue('EventssyncPaidGroupDeadLetters'),
  queue('EventsfulfilOrderDeadLetters'),
  lambda('EventsSyncPaidGroup'),
  lambda('EventsFulfilOrder'),
];
const ofEvents = {
  consumer: 'fulfilOrder',
  functionName: 'lorewright-prod-EventsFulfilOrder',
  queueUrl: 'https://sqs.test/EventsfulfilOrderDeadLetters',
};
const ofQueue = {
  consumer: 'syncPaidGroup',
  functionName: 'lorewright-prod-EventsSyncPaidGroup',
  queueUrl: 'https://sqs.test/EventssyncPaidGroupDeadLetters',
  sourceQueueUrl: 'https://sqs.test/EventssyncPaidGroupQueue',
};

describe('findQueues', () => {
  test('distinguishes dead letters of a queue from those of EventBridge, in any order of resources', () => {
    expect(findQueues(resources)).toEqual([ofEvents, ofQueue]);
    expect(findQueues(resources.toReversed())).toEqual([ofEvents, ofQueue]);
  });

  test('ignores queues that are not dead-letter queues', () => {
    expect(findQueues([queue('EventssyncPaidGroupQueue'), lambda('EventsSyncPaidGroup')])).toEqual([]);
  });

  test('finds the events that EventBridge could not send to a FIFO queue', () => {
    const found = findQueues([
      queue('EventspublishBlogQueue'),
      queue('EventspublishBlogUndeliveredDeadLetters'),
      lambda('EventsPublishBlog'),
    ]);
    expect(found).toEqual([
      {
        consumer: 'publishBlog',
        functionName: 'lorewright-prod-EventsPublishBlog',
        queueUrl: 'https://sqs.test/EventspublishBlogUndeliveredDeadLetters',
        sourceQueueUrl: 'https://sqs.test/EventspublishBlogQueue',
        messageGroup: 'publishBlog',
      },
    ]);
  });

  test('throws when a dead-letter queue has no function', () => {
    expect(() => findQueues([queue('EventsfulfilOrderDeadLetters')])).toThrow(
      'The stack has the dead letters of fulfilOrder, but no such function.',
    );
  });
});
