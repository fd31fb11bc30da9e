import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStackEventsCommand,
  type StackEvent,
} from '@aws-sdk/client-cloudformation';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Template } from '../../scripts/build/keep-template.ts';
import { localClient } from '../../scripts/commands/stage/connect.ts';
import { findStack, withoutHash } from '../../scripts/commands/stage/stacks.ts';
import { deploy, removeUploadedTemplates } from './deploy-stacks.ts';
import type { Deployed } from './read-deployed.ts';
import type { Ministack } from './start-ministack.ts';

const stack = 'lorewright-dev-events';
const functionId = 'ApiAccount';
const variable = 'CHANGED';

/**
 * Deploys stacks of which one changes a function and then fails.
 * @param stacks the folder with the deployed stacks
 * @param copy a folder for the changed ones
 * @throws Error when the deployment does not fail, or the rollback does not restore the previous state
 */
export async function checkRollback(
  ministack: Ministack,
  deployed: Deployed,
  { stacks, copy }: { stacks: string; copy: string },
): Promise<void> {
  cpSync(stacks, copy, { recursive: true });
  const file = join(copy, `${stack}.template.json`);
  writeFileSync(file, JSON.stringify(withFailure(JSON.parse(readFileSync(file, 'utf8')))));
  await removeUploadedTemplates(ministack);
  const failure = await deploy(ministack, copy).then(
    () => undefined,
    (error: Error) => error,
  );
  if (!failure) throw new Error('The stack with an invalid queue was deployed.');
  const client = localClient(ministack.endpoint);
  const { StackEvents: events = [] } = await new CloudFormationClient(client).send(
    new DescribeStackEventsCommand({ StackName: stack }),
  );
  const isChange = ({ LogicalResourceId: id = '', ResourceStatus: status }: StackEvent) =>
    withoutHash(id) === functionId && status === 'UPDATE_COMPLETE';
  if (!events.some(isChange)) throw new Error(`The failed deployment did not change ${functionId}.`);
  const found = await findStack(new CloudFormationClient(client), stack);
  if (found?.StackStatus !== 'UPDATE_ROLLBACK_COMPLETE')
    throw new Error(`The stack ${stack} is ${found?.StackStatus} after a failure: ${failure.message}`);
  const FunctionName = deployed.nameOf('AWS::Lambda::Function', functionId);
  const lambda = new LambdaClient(client);
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  if (Environment?.Variables?.[variable]) throw new Error(`The rollback left the change of ${functionId}.`);
}

/** Changes a function, and then creates a queue with a timeout beyond the maximum of 12 hours. */
function withFailure({ Resources, ...template }: Template): Template {
  const found = Object.entries(Resources).find(([id]) => withoutHash(id) === functionId);
  if (!found) throw new Error(`The stack ${stack} has no function ${functionId}.`);
  const [id, { Properties: properties, ...resource }] = found;
  const variables = { ...properties.Environment.Variables, [variable]: 'yes' };
  const changed = { ...resource, Properties: { ...properties, Environment: { Variables: variables } } };
  const broken = { Type: 'AWS::SQS::Queue', DependsOn: [id], Properties: { VisibilityTimeout: 43_201 } };
  return { ...template, Resources: { ...Resources, [id]: changed, Broken: broken } };
}
