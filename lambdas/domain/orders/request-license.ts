import type { SQSClient } from '@aws-sdk/client-sqs';
import { sendMessage } from '../../platform/send-message.ts';

/** Returns a function that sends the message to issue the license file of an order. */
export const licenseRequests =
  (queues: () => Promise<SQSClient>, queueUrl: string) =>
  (orderId: string): Promise<void> =>
    sendMessage(queues, { queueUrl, group: orderId, message: { orderId } });
