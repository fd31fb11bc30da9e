import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { localClient } from '../../scripts/commands/stage/connect.ts';

/** The fields of `StartMessageMoveTask` that our code uses. */
export interface Move {
  SourceArn: string;
  DestinationArn: string;
}

/** Moves the messages of a queue to another, which MiniStack's SQS cannot do. */
export async function moveMessages(endpoint: string, { SourceArn, DestinationArn }: Move): Promise<void> {
  const sqs = new SQSClient(localClient(endpoint));
  const urlOf = async (arn: string) =>
    (await sqs.send(new GetQueueUrlCommand({ QueueName: arn.split(':').at(-1) }))).QueueUrl;
  const [source, destination] = await Promise.all([urlOf(SourceArn), urlOf(DestinationArn)]);
  const receive = new ReceiveMessageCommand({
    QueueUrl: source,
    MessageSystemAttributeNames: ['MessageGroupId', 'MessageDeduplicationId'],
  });
  for (;;) {
    const [message] = (await sqs.send(receive)).Messages ?? [];
    if (!message) return;
    const { Body: MessageBody, ReceiptHandle, Attributes: ofFifoQueue } = message;
    await sqs.send(new SendMessageCommand({ QueueUrl: destination, MessageBody, ...ofFifoQueue }));
    await sqs.send(new DeleteMessageCommand({ QueueUrl: source, ReceiptHandle }));
  }
}
