import { SQSClient } from '@aws-sdk/client-sqs';
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
