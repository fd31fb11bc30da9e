import type { SQSClient } from '@aws-sdk/client-sqs';
import { sendMessage } from '../../platform/send-message.ts';

/** Returns a function that sends the message to add a user to the group `paid`, or to remove them. */
export const groupSyncRequests =
  (queues: () => Promise<SQSClient>, queueUrl: string) =>
  (userId: string): Promise<void> =>
    sendMessage(queues, { queueUrl, group: userId, message: { userId } });
