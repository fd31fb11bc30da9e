import { createHash, randomUUID } from 'node:crypto';
import type { QueueError, QueueStore } from './queue-store.ts';

/** The common fields of the requests that we read. */
interface Request {
  QueueUrl?: string;
  MessageBody?: string;
  MessageGroupId?: string;
  MessageDeduplicationId?: string;
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
  AttributeNames?: string[];
  MessageSystemAttributeNames?: string[];
  SourceArn?: string;
  DestinationArn?: string;
}

/**
 * Answers the operations of SQS that the functions and the team's commands use.
 * @returns undefined for an operation that is not implemented
 * @throws QueueError
 */
export async function answerSqs(
  store: QueueStore,
  operation: string,
  request: Request,
): Promise<object | undefined> {
  const { QueueUrl: url = '' } = request;
  const name = url.split('/').at(-1) ?? '';
  switch (operation) {
    case 'SendMessage': {
      const {
        MessageBody: body = '',
        MessageGroupId: group,
        MessageDeduplicationId: deduplicationId,
      } = request;
      const { messageId, sequence } = await store.send(name, {
        body,
        ...(group === undefined ? {} : { group }),
        ...(deduplicationId === undefined ? {} : { deduplicationId }),
      });
      return {
        MessageId: messageId,
        MD5OfMessageBody: md5(body),
        ...(sequence !== undefined && { SequenceNumber: String(sequence) }),
      };
    }
    case 'ReceiveMessage': {
      const { MaxNumberOfMessages: max = 1, VisibilityTimeout: hiddenSeconds } = request;
      const received = await store.receive(name, {
        max,
        ...(hiddenSeconds === undefined ? {} : { hiddenSeconds }),
      });
      const messages = received.map((message) => ({
        MessageId: message.id,
        ReceiptHandle: message.receiptHandle,
        Body: message.body,
        MD5OfBody: md5(message.body),
        Attributes: choose({ SentTimestamp: String(message.sentAt) }, request.MessageSystemAttributeNames),
      }));
      return messages.length > 0 ? { Messages: messages } : {};
    }
    case 'GetQueueAttributes': {
      const messages = store.list(name);
      const hidden = messages.filter(({ isHidden }) => isHidden).length;
      return {
        Attributes: choose(
          {
            QueueArn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
            ApproximateNumberOfMessages: String(messages.length - hidden),
            ApproximateNumberOfMessagesNotVisible: String(hidden),
          },
          request.AttributeNames,
        ),
      };
    }
    case 'StartMessageMoveTask':
      await store.redrive(
        request.SourceArn?.split(':').at(-1) ?? '',
        request.DestinationArn?.split(':').at(-1),
      );
      return { TaskHandle: randomUUID() };
    default:
      return undefined;
  }
}

/** How SQS reports an error: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-json-faqs.html */
export function describeQueueError({ name, message }: QueueError): object {
  return { __type: `com.amazonaws.sqs#${name}`, message };
}

/** The attributes that the request names; undefined if it names none of them. */
function choose(attributes: Record<string, string>, names: string[] = []): object | undefined {
  const chosen = Object.entries(attributes).filter(
    ([attribute]) => names.includes('All') || names.includes(attribute),
  );
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
