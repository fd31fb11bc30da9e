import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { stackNameOf, stackParts } from '../../../lib/stack-parts.ts';
import { readStage, region, siteNameOf } from '../../../lib/stages.ts';

/** @returns undefined if there is no stack of this name */
export async function findStack(
  cloudFormation: CloudFormationClient,
  StackName: string,
): Promise<Stack | undefined> {
  const found = await unlessMissing(cloudFormation.send(new DescribeStacksCommand({ StackName })));
  return found?.Stacks?.[0];
}

/** Whether the stack was never completed. Stacks are deployed in order, so nothing ever used it. */
export const isFailedCreation = ({ StackStatus: status }: Stack): boolean =>
  status === 'CREATE_FAILED' || status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED';

/**
 * @param asked the request about a stack
 * @returns undefined if the stack does not exist, which CloudFormation reports as a validation
 *   error
 */
async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error: Error) => {
    if (error.name === 'ValidationError') return undefined;
    throw error;
  });
}

export interface StackResource {
  logicalId: string;
  type: string;
  physicalId: string;
}

/**
 * Returns the resources of the stacks of a stage.
 * @throws Error that says what to do if a stack is missing
 */
export async function listStackResources(stage: string): Promise<StackResource[]> {
  const siteName = siteNameOf(readStage(stage).name);
  const cloudFormation = new CloudFormationClient({ region });
  const resources = await Promise.all(
    stackParts.map(async (part) => {
      const name = stackNameOf(siteName, part);
      const listed = await listResourcesOf(cloudFormation, name);
      if (listed) return listed;
      throw new Error(
        `There is no stack ${name} in this account. Deploy the stage first: npm run deploy -- --stage ${stage}`,
      );
    }),
  );
  return resources.flat();
}

/** CDK ends each logical id with eight digits of a hash. */
export const withoutHash = (logicalId: string) => logicalId.replace(/[0-9A-F]{8}$/, '');

/** @returns the resources that a stack has or left behind; undefined if there is no stack of this name */
export async function listResourcesOf(
  cloudFormation: CloudFormationClient,
  stackName: string,
): Promise<StackResource[] | undefined> {
  const listed = await unlessMissing(listSummaries(cloudFormation, stackName));
  return listed
    ?.filter(({ ResourceStatus: status }) => status !== 'DELETE_COMPLETE')
    .map(({ LogicalResourceId, ResourceType, PhysicalResourceId = '' }) => ({
      logicalId: LogicalResourceId ?? '',
      type: ResourceType ?? '',
      physicalId: PhysicalResourceId,
    }));
}

async function listSummaries(
  cloudFormation: CloudFormationClient,
  StackName: string,
): Promise<StackResourceSummary[]> {
  const resources: StackResourceSummary[] = [];
  for await (const page of paginateListStackResources({ client: cloudFormation }, { StackName }))
    resources.push(...(page.StackResourceSummaries ?? []));
  return resources;
}
