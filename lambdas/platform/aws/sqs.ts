import { onDemand } from './on-demand.ts';
import { forApiFunctions } from './timeouts.ts';

/** The region's endpoint rather than the host in the queue's URL, so that `AWS_ENDPOINT_URL_SQS` can redirect it. */
export const sqs = () =>
  onDemand(async () => {
    const { SQSClient } = await import('@aws-sdk/client-sqs');
    return new SQSClient({ useQueueUrlAsEndpoint: false, ...forApiFunctions });
  });
