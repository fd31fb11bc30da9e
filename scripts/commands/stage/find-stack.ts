import { type CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';

/** @returns undefined when there is none of this name */
export async function findStack(
  cloudFormation: CloudFormationClient,
  StackName: string,
): Promise<Stack | undefined> {
  const found = await unlessMissing(cloudFormation.send(new DescribeStacksCommand({ StackName })));
  return found?.Stacks?.[0];
}

/**
 * @param asked what CloudFormation is to tell of a stack
 * @returns undefined when there is no such stack, which CloudFormation calls a mistake in the question
 */
export async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error: Error) => {
    if (error.name === 'ValidationError') return undefined;
    throw error;
  });
}
