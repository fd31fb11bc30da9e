import { createHash } from 'node:crypto';
import type { Delivery, EventBus } from './event-bus.ts';
import type { LocalFunction } from './read-stack.ts';

/** What SQS refuses. */
export class QueueError extends Error {
  constructor(name: 'QueueDoesNotExist' | 'ReceiptHandleIsInvalid', message: string) {
    super(message);
    this.name = name;
  }
}

interface OfQueue {
  QueueUrl: string;
}

interface OfMessage extends OfQueue {
  ReceiptHandle: string;
}

/** SQS over the dead letters of the bus: the few calls with which the team puts them back. */
export interface DeadLetterQueues {
  ReceiveMessage(
    request: OfQueue & { MaxNumberOfMessages?: number; VisibilityTimeout?: number },
  ): Promise<object>;
  ChangeMessageVisibility(request: OfMessage & { VisibilityTimeout: number }): Promise<object>;
  DeleteMessage(request: OfMessage): Promise<object>;
  GetQueueAttributes(request: OfQueue): Promise<object>;
}

/** How long a message that was received is hidden from others, unless they say otherwise: SQS's own value. */
const defaultHiddenSeconds = 30;

export function openDeadLetterQueues(
  bus: Pick<EventBus, 'deadLetters' | 'forgetDeadLetter'>,
  functions: LocalFunction[],
): DeadLetterQueues {
  /** When a letter that somebody received can be received again. */
  const hiddenUntil = new Map<string, number>();
  const isHidden = ({ id }: Delivery) => (hiddenUntil.get(id) ?? 0) > Date.now();
  const hide = (id: string, seconds: number) => hiddenUntil.set(id, Date.now() + seconds * 1000);

  async function lettersIn(queueUrl: string): Promise<Delivery[]> {
    const name = queueUrl.split('/').at(-1);
    const lambda = functions.find(({ deadLetterQueue }) => deadLetterQueue === name);
    if (!lambda) throw new QueueError('QueueDoesNotExist', 'The specified queue does not exist.');
    return (await bus.deadLetters()).filter(({ functionId }) => functionId === lambda.id);
  }

  return {
    async ReceiveMessage({ QueueUrl, MaxNumberOfMessages = 1, VisibilityTimeout = defaultHiddenSeconds }) {
      const visible = (await lettersIn(QueueUrl)).filter((letter) => !isHidden(letter));
      const received = visible.slice(0, MaxNumberOfMessages);
      for (const { id } of received) hide(id, VisibilityTimeout);
      return received.length > 0 ? { Messages: received.map(describeMessage) } : {};
    },
    async ChangeMessageVisibility({ ReceiptHandle, VisibilityTimeout }) {
      hide(checkHandle(ReceiptHandle), VisibilityTimeout);
      return {};
    },
    async DeleteMessage({ ReceiptHandle }) {
      const id = checkHandle(ReceiptHandle);
      await bus.forgetDeadLetter(id);
      hiddenUntil.delete(id);
      return {};
    },
    async GetQueueAttributes({ QueueUrl }) {
      const letters = await lettersIn(QueueUrl);
      const hidden = letters.filter(isHidden).length;
      return {
        Attributes: {
          ApproximateNumberOfMessages: String(letters.length - hidden),
          ApproximateNumberOfMessagesNotVisible: String(hidden),
        },
      };
    },
  };
}

/** The handle is the id, which is the name of a file. */
function checkHandle(handle: string): string {
  if (/^[\w-]+$/.test(handle)) return handle;
  throw new QueueError('ReceiptHandleIsInvalid', 'The receipt handle is not valid.');
}

/** @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html what Lambda writes of an event it gave up on */
function describeMessage({ id, functionId, event, attempts, lastError = '', diedAt }: Delivery): object {
  const [, errorType, errorMessage] = /^(\w+): (.*)$/s.exec(lastError) ?? [null, 'Error', lastError];
  const timestamp = diedAt ?? event.time;
  const body = JSON.stringify({
    version: '1.0',
    timestamp,
    requestContext: {
      requestId: id,
      functionArn: `arn:aws:lambda:${event.region}:${event.account}:function:${functionId}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: attempts,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: { errorType, errorMessage },
  });
  return {
    MessageId: id,
    ReceiptHandle: id,
    Body: body,
    MD5OfBody: createHash('md5').update(body).digest('hex'),
    Attributes: { SentTimestamp: String(Date.parse(timestamp)) },
  };
}
