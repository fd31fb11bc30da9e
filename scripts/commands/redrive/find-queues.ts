import { type StackResource, withoutHash } from '../stage/list-stack-resources.ts';

/** The dead-letter queue of one function. */
export interface DeadLetterQueue {
  /** The function by its folder under `lambdas/`. */
  consumer: string;
  /** The function by its name on AWS. */
  functionName: string;
  queueUrl: string;
  /** The queue in front of the function. Missing if EventBridge invokes the function. */
  sourceQueueUrl?: string;
  /**
   * Set when the messages are events that EventBridge could not send to a FIFO queue. SQS cannot
   * move them there.
   */
  messageGroup?: string;
}

/**
 * Finds the dead-letter queues among the resources of the stacks by the logical ids that
 * `lib/event-functions.ts` gives them. An output would be limited to 1024 bytes.
 * @throws Error when there is a queue without its function
 */
export function findQueues(resources: StackResource[]): DeadLetterQueue[] {
  const functions = new Map(
    resources
      .filter(({ type }) => type === 'AWS::Lambda::Function')
      .map(({ logicalId, physicalId }) => [withoutHash(logicalId), physicalId]),
  );
  const queues = resources
    .filter(({ type }) => type === 'AWS::SQS::Queue')
    .map(({ logicalId, physicalId: queueUrl }) => ({ name: withoutHash(logicalId), queueUrl }));
  const urls = new Map(queues.map(({ name, queueUrl }) => [name, queueUrl]));
  return queues
    .flatMap(({ name, queueUrl }): DeadLetterQueue[] => {
      const [, consumer, isUndelivered] = /^Events(\w+?)(Undelivered)?DeadLetters$/.exec(name) ?? [];
      if (!consumer) return [];
      const functionName = functions.get(`Events${consumer.charAt(0).toUpperCase()}${consumer.slice(1)}`);
      if (!functionName)
        throw new Error(`The stack has the dead letters of ${consumer}, but no such function.`);
      const sourceQueueUrl = urls.get(`Events${consumer}Queue`);
      return [
        {
          consumer,
          functionName,
          queueUrl,
          ...(sourceQueueUrl ? { sourceQueueUrl } : {}),
          // lib/event-functions.ts uses the same message group.
          ...(isUndelivered ? { messageGroup: consumer } : {}),
        },
      ];
    })
    .sort((one, other) => one.consumer.localeCompare(other.consumer));
}
