import {
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { region } from '../../../lib/stages.ts';
import { localClient, readLocalEndpoints } from '../stage/connect.ts';
import { listStackResources } from '../stage/stacks.ts';
import { type DeadLetterQueue, findQueues } from './find-queues.ts';

interface QueuesConnection {
  sqs: SQSClient;
  /** Sorted by the names of their functions. */
  queues: DeadLetterQueue[];
}

/**
 * Finds the dead-letter queues of a stage on AWS, or of the local cloud when none is named.
 * @throws Error that says what to do when there is nothing to connect to
 */
export async function connectToQueues(stage?: string): Promise<QueuesConnection> {
  if (stage !== undefined)
    return { sqs: new SQSClient({ region }), queues: findQueues(await listStackResources(stage)) };
  const { queuesEndpoint, deadLetterQueues } = await readLocalEndpoints();
  return { sqs: new SQSClient(localClient(queuesEndpoint)), queues: deadLetterQueues };
}

/**
 * Describes the messages of a dead-letter queue in a line: how many, and the types and the age of the first ten.
 * @returns undefined when there are none
 */
export async function describeWaiting(
  sqs: SQSClient,
  { consumer, queueUrl, sourceQueueUrl }: DeadLetterQueue,
): Promise<string | undefined> {
  const count = await countMessages(sqs, queueUrl);
  if (count === 0) return undefined;
  const { Messages: messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: 10,
      // The messages stay visible for others.
      VisibilityTimeout: 0,
      // Without waiting, SQS asks only some of its servers and may find none.
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['SentTimestamp'],
    }),
  );
  const types = [...new Set(messages.map(typeOf))].sort();
  const oldest = Math.min(...messages.map(({ Attributes: { SentTimestamp } = {} }) => Number(SentTimestamp)));
  const seen =
    messages.length > 0 ? `: ${types.join(', ')}, since ${new Date(oldest).toISOString().slice(0, 16)}Z` : '';
  const advice = sourceQueueUrl
    ? ''
    : '. EventBridge could not send them to the queue, and AWS cannot move them there: see docs/alarms.md';
  return `${consumer}: ${count} waiting${seen}${advice}`;
}

/** The type of an event. A function sends messages without one. */
function typeOf({ Body: body = '' }: Message): string {
  try {
    return JSON.parse(body)['detail-type'] ?? 'a message';
  } catch {
    return 'not JSON';
  }
}

/**
 * Moves the messages to the queue in front of the function. SQS does the work and may continue
 * after this returns. The destination is explicit, because SQS does not know the source of a
 * message that EventBridge put into the dead-letter queue.
 * @returns the approximate number of messages
 */
export async function moveBack(
  sqs: SQSClient,
  { queueUrl, sourceQueueUrl }: DeadLetterQueue,
): Promise<number> {
  const count = sourceQueueUrl === undefined ? 0 : await countMessages(sqs, queueUrl);
  if (count > 0)
    await sqs.send(
      new StartMessageMoveTaskCommand({
        SourceArn: await readAttribute(sqs, queueUrl, 'QueueArn'),
        DestinationArn: await readAttribute(sqs, sourceQueueUrl, 'QueueArn'),
      }),
    );
  return count;
}

export const countMessages = async (sqs: SQSClient, queueUrl: string): Promise<number> =>
  Number((await readAttribute(sqs, queueUrl, 'ApproximateNumberOfMessages')) ?? 0);

async function readAttribute(
  sqs: SQSClient,
  QueueUrl: string | undefined,
  name: QueueAttributeName,
): Promise<string | undefined> {
  const { Attributes: attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] }),
  );
  return attributes?.[name];
}
