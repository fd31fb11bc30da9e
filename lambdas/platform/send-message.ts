import { randomUUID } from 'node:crypto';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { requestId } from './request-id.ts';

/**
 * Sends a message to a FIFO queue and returns when the queue has stored it. Messages of one group are delivered one after the other. The
 * queue drops no message as a duplicate: a second one with the same content may mean a second change.
 */
export async function sendMessage(
  connect: () => Promise<SQSClient>,
  { queueUrl, group, message }: { queueUrl: string; group: string; message: object },
): Promise<void> {
  const { SendMessageCommand } = await import('@aws-sdk/client-sqs');
  const client = await connect();
  await client.send(
    new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageGroupId: group,
      MessageDeduplicationId: randomUUID(),
      MessageBody: JSON.stringify({ ...message, causedBy: requestId() }),
    }),
  );
}
