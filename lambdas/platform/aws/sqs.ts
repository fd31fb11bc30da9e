import { SQSClient } from '@aws-sdk/client-sqs';
import { forApiFunctions } from './timeouts.ts';

/** The region's endpoint rather than the host in the queue's URL, so that `AWS_ENDPOINT_URL_SQS` can redirect it. */
export const sqs = () => new SQSClient({ useQueueUrlAsEndpoint: false, ...forApiFunctions });
