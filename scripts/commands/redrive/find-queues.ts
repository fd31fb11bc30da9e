import { type StackResource, withoutHash } from '../stage/stacks.ts';

/** The dead-letter queue of one function. */
export interface DeadLetterQueue {
  /** The function by its folder under `lambdas/`. */
  consumer: string;
  queueUrl: string;
  /**
   * The queue in front of the function. Missing for events that EventBridge could not send to a FIFO queue: SQS cannot
   * move them there.
   */
  sourceQueueUrl?: string;
}

/**
 * Finds the dead-letter queues among the resources of the stacks by the logical ids that
 * `lib/event-functions.ts` gives them. An output would be limited to 1024 bytes.
 */
export function findQueues(resources: StackResource[]): DeadLetterQueue[] {
  const queues = resources
    .filter(({ type }) => type === 'AWS::SQS::Queue')
    .map(({ logicalId, physicalId }) => [withoutHash(logicalId), physicalId] as const);
  const urls = new Map(queues);
  return queues
    .flatMap(([name, queueUrl]): DeadLetterQueue[] => {
      const [, consumer, isUndelivered] = /^Events(\w+?)(Undelivered)?DeadLetters$/.exec(name) ?? [];
      if (!consumer) return [];
      const sourceQueueUrl = isUndelivered ? undefined : urls.get(`Events${consumer}Queue`);
      return [{ consumer, queueUrl, ...(sourceQueueUrl && { sourceQueueUrl }) }];
    })
    .sort((one, other) => one.consumer.localeCompare(other.consumer));
}
