import { type CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';

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
export async function unlessMissing<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return asked.catch((error: Error) => {
    if (error.name === 'ValidationError') return undefined;
    throw error;
  });
}
