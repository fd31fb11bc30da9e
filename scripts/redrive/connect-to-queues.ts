import {
  CloudFormationClient,
  ListStackResourcesCommand,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import { readStage, region, stackName } from '../../lib/stages.ts';
import { localClient, readLocalEndpoints } from '../connect.ts';
import { type DeadLetterQueue, findQueues } from './find-queues.ts';

interface QueuesConnection {
  sqs: SQSClient;
  lambda: LambdaClient;
  /** In the order of their functions' names. */
  queues: DeadLetterQueue[];
}

/**
 * Finds the dead-letter queues of a stage on AWS, or of the local cloud when none is named.
 * @throws Error that says what to do when there is nothing to connect to
 */
export async function connectToQueues(stage?: string): Promise<QueuesConnection> {
  if (stage !== undefined) {
    const queues = await findQueuesOfStage(stage);
    return { sqs: new SQSClient({ region }), lambda: new LambdaClient({ region }), queues };
  }
  const { queuesEndpoint, lambdaEndpoint, deadLetterQueues } = await readLocalEndpoints();
  return {
    sqs: new SQSClient(localClient(queuesEndpoint)),
    lambda: new LambdaClient(localClient(lambdaEndpoint)),
    queues: deadLetterQueues,
  };
}

async function findQueuesOfStage(stage: string): Promise<DeadLetterQueue[]> {
  const resources = await listResources(stackName(readStage(stage).name)).catch((error: Error) => {
    throw error.name === 'ValidationError'
      ? new Error(
          `There is no stack of the stage ${stage} in this account. Deploy it first: npm run deploy -- --stage ${stage}`,
        )
      : error;
  });
  return findQueues(
    resources.map(({ LogicalResourceId, ResourceType, PhysicalResourceId = '' }) => ({
      logicalId: LogicalResourceId ?? '',
      type: ResourceType ?? '',
      physicalId: PhysicalResourceId,
    })),
  );
}

async function listResources(StackName: string): Promise<StackResourceSummary[]> {
  const cloudFormation = new CloudFormationClient({ region });
  const resources: StackResourceSummary[] = [];
  let NextToken: string | undefined;
  do {
    const page = await cloudFormation.send(new ListStackResourcesCommand({ StackName, NextToken }));
    resources.push(...(page.StackResourceSummaries ?? []));
    NextToken = page.NextToken;
  } while (NextToken);
  return resources;
}
