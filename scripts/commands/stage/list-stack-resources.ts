import {
  CloudFormationClient,
  ListStackResourcesCommand,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { readStage, region, stackName } from '../../../lib/stages.ts';
import { unlessMissing } from './find-stack.ts';

export interface StackResource {
  logicalId: string;
  type: string;
  physicalId: string;
}

/**
 * The resources of the stack of a stage.
 * @throws Error that says what to do when there is no such stack
 */
export async function listStackResources(stage: string): Promise<StackResource[]> {
  const resources = await unlessMissing(listResources(stackName(readStage(stage).name)));
  if (!resources)
    throw new Error(
      `There is no stack of the stage ${stage} in this account. Deploy it first: npm run deploy -- --stage ${stage}`,
    );
  return resources.map(({ LogicalResourceId, ResourceType, PhysicalResourceId = '' }) => ({
    logicalId: LogicalResourceId ?? '',
    type: ResourceType ?? '',
    physicalId: PhysicalResourceId,
  }));
}

/** CDK ends each logical id with eight digits of a hash. */
export const withoutHash = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '');

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
