import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import type { DeadLetterQueue } from './find-queues.ts';
import { type DeadLetter, readDeadLetter, readQueuedMessage } from './read-dead-letter.ts';

/**
 * How long a received message is hidden from others: long enough for ten messages, short enough
 * after a kill.
 */
export const hiddenSeconds = 120;

export interface WaitingDeadLetters {
  letters: (Omit<DeadLetter, 'event'> & { waitsSince: Date })[];
  /** The ids of messages that are not dead letters. */
  unreadable: string[];
  /** How many messages another run holds, which may have ended. */
  hidden: number;
}

/**
 * Whether the messages are what the function's queue delivered, and not events as EventBridge keeps
 * them.
 */
export const isOfQueue = (queue: DeadLetterQueue): queue is DeadLetterQueue & { sourceQueueUrl: string } =>
  queue.sourceQueueUrl !== undefined && queue.messageGroup === undefined;

/** Reads all messages and leaves them unchanged. */
export async function listDeadLetters(sqs: SQSClient, queue: DeadLetterQueue): Promise<WaitingDeadLetters> {
  const { queueUrl } = queue;
  const { Attributes: attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: ['ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  const waiting: WaitingDeadLetters = {
    letters: [],
    unreadable: [],
    hidden: Number(attributes.ApproximateNumberOfMessagesNotVisible ?? 0),
  };
  const received = new ReceivedMessages(sqs, queueUrl);
  try {
    for await (const messages of received.batches()) {
      for (const message of messages) {
        const letter = isOfQueue(queue)
          ? readQueuedMessage(message, queue.consumer)
          : readDeadLetter(message);
        if (!letter) {
          waiting.unreadable.push(idOf(message));
          continue;
        }
        const { event: _, ...shown } = letter;
        waiting.letters.push({ ...shown, waitsSince: new Date(Number(message.Attributes?.SentTimestamp)) });
      }
    }
  } finally {
    await received.release();
  }
  return waiting;
}

export interface Redriven {
  sent: number;
  /** How many events failed again while this ran. */
  cameBack: number;
  unreadable: string[];
}

interface RedriveOptions {
  sqs: SQSClient;
  lambda: LambdaClient;
  queue: DeadLetterQueue;
  onSent: (sent: number) => void;
}

/**
 * Sends the messages to their function again. A message is deleted only after Lambda or the
 * function's queue has the event: if the run ends in between, the next run sends the event a second
 * time, which every function tolerates. A run sends each event once, so it ends even if the
 * function keeps failing.
 */
export async function redrive({ sqs, lambda, queue, onSent }: RedriveOptions): Promise<Redriven> {
  const received = new ReceivedMessages(sqs, queue.queueUrl);
  const sentEvents = new Set<string>();
  const result: Redriven = { sent: 0, cameBack: 0, unreadable: [] };

  async function sendAgain(message: Message, { event, eventId }: DeadLetter): Promise<void> {
    if (queue.messageGroup)
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queue.sourceQueueUrl,
          MessageBody: event,
          MessageGroupId: queue.messageGroup,
          MessageDeduplicationId: eventId,
        }),
      );
    else
      await lambda.send(
        new InvokeCommand({
          FunctionName: queue.functionName,
          InvocationType: 'Event',
          Payload: Buffer.from(event),
        }),
      );
    await received.delete(message);
    result.sent += 1;
    onSent(result.sent);
  }

  try {
    for await (const messages of received.batches()) {
      const sending: Promise<void>[] = [];
      for (const message of messages) {
        const letter = readDeadLetter(message);
        if (!letter) result.unreadable.push(idOf(message));
        else if (sentEvents.has(letter.eventId)) result.cameBack += 1;
        else {
          sentEvents.add(letter.eventId);
          sending.push(sendAgain(message, letter));
        }
      }
      // A failure of one does not stop the others.
      await Promise.allSettled(sending);
      await Promise.all(sending);
    }
  } finally {
    await received.release();
  }
  return result;
}

/**
 * Moves the dead letters to the queue in front of the function. SQS does the work and may continue
 * after this returns. The destination is explicit, because SQS does not know the source of a
 * message that EventBridge put into the dead-letter queue.
 * @returns the approximate number of messages
 */
export async function moveBack(
  sqs: SQSClient,
  { queueUrl, sourceQueueUrl }: Pick<DeadLetterQueue, 'queueUrl'> & { sourceQueueUrl: string },
): Promise<Redriven> {
  const read = async (QueueUrl: string, AttributeNames: QueueAttributeName[]) =>
    (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {};
  const waiting = await read(queueUrl, ['QueueArn', 'ApproximateNumberOfMessages']);
  const sent = Number(waiting.ApproximateNumberOfMessages ?? 0);
  if (sent > 0) {
    const { QueueArn: DestinationArn } = await read(sourceQueueUrl, ['QueueArn']);
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: waiting.QueueArn, DestinationArn }));
  }
  return { sent, cameBack: 0, unreadable: [] };
}

/**
 * The messages that a run has received. SQS may deliver a message twice, and hides each for a
 * limited time.
 */
class ReceivedMessages {
  private readonly sqs: SQSClient;
  private readonly queueUrl: string;
  private readonly seen = new Set<string>();
  /** The newest receipt handle of each remaining message, by its id. */
  private readonly receipts = new Map<string, string | undefined>();

  constructor(sqs: SQSClient, queueUrl: string) {
    this.sqs = sqs;
    this.queueUrl = queueUrl;
  }

  /**
   * Yields each message once, until the queue is empty or returns only messages that were received
   * before.
   */
  async *batches(): AsyncGenerator<Message[]> {
    for (;;) {
      const { Messages: messages = [] } = await this.sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: this.queueUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: hiddenSeconds,
          // Without waiting, SQS asks only some of its servers and may miss messages.
          WaitTimeSeconds: 1,
          MessageAttributeNames: ['All'],
          MessageSystemAttributeNames: ['SentTimestamp'],
        }),
      );
      const unseen = messages.filter((message) => !this.seen.has(idOf(message)));
      for (const message of messages) {
        this.seen.add(idOf(message));
        this.receipts.set(idOf(message), message.ReceiptHandle);
      }
      if (unseen.length === 0) return;
      yield unseen;
    }
  }

  async delete(message: Message): Promise<void> {
    const receipt = { QueueUrl: this.queueUrl, ReceiptHandle: message.ReceiptHandle };
    await this.sqs.send(new DeleteMessageCommand(receipt));
    this.receipts.delete(idOf(message));
  }

  /**
   * Makes the remaining messages visible immediately. If that fails, they become visible after
   * their timeout.
   */
  async release(): Promise<void> {
    await Promise.allSettled(
      [...this.receipts.values()].map((ReceiptHandle) =>
        this.sqs.send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: this.queueUrl,
            ReceiptHandle,
            VisibilityTimeout: 0,
          }),
        ),
      ),
    );
  }
}

const idOf = ({ MessageId: id = '' }: Message) => id;
