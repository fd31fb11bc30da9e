import { randomUUID } from 'node:crypto';
import type { CloudFormationCustomResourceResponse } from 'aws-lambda';
import { region } from '../lib/stages.ts';
import type { Resource } from '../scripts/build/keep-template.ts';
import type { Invoke } from './fakes/lambda/lambda-runner.ts';
import { account, type Named } from './local-name.ts';
import { listen } from './server/listen.ts';
import { readBody } from './server/read-body.ts';

/** A resource that one of our functions reads or creates during a deployment. */
export interface CustomResource {
  logicalId: string;
  type: string;
  functionId: string;
  properties: Record<string, string>;
}

/** Only those of our own functions. CDK's upload files, as `sync-site.ts` does here. */
export function describeCustomResources(resources: Named[], functionIds: string[]): CustomResource[] {
  return resources.flatMap(([logicalId, { Type: type, Properties }]: [string, Resource]) => {
    const { ServiceToken: functionId, ...properties } = Properties;
    return functionIds.includes(functionId) ? { logicalId, type, functionId, properties } : [];
  });
}

/**
 * Creates custom resources when their attributes are needed, in the way of CloudFormation: the
 * function gets an event, and answers with a PUT.
 * @returns the value of a reference such as `MyKey.Pem`
 * @see https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/crpg-ref.html
 */
export function openCustomResources(
  resources: readonly CustomResource[],
  invoke: Invoke,
): (reference: string) => Promise<string> {
  const created = new Map<string, Promise<Record<string, string>>>();

  return async (reference) => {
    const [logicalId = '', attribute = ''] = reference.split('.');
    const resource = resources.find((one) => one.logicalId === logicalId);
    if (!resource) throw new Error(`The template has no custom resource ${logicalId}.`);
    const attributes = created.get(logicalId) ?? createResource(resource, invoke);
    created.set(logicalId, attributes);
    attributes.catch(() => created.delete(logicalId));
    const value = (await attributes)[attribute];
    if (value === undefined) throw new Error(`${logicalId} has no attribute ${attribute}.`);
    return value;
  };
}

async function createResource(
  { logicalId, type, functionId, properties }: CustomResource,
  invoke: Invoke,
): Promise<Record<string, string>> {
  let received: CloudFormationCustomResourceResponse | undefined;
  const server = await listen(async (request, response) => {
    received = JSON.parse((await readBody(request)).toString());
    response.end();
  });
  try {
    await invoke(functionId, {
      RequestType: 'Create',
      RequestId: randomUUID(),
      ResponseURL: server.endpoint,
      StackId: `arn:aws:cloudformation:${region}:${account}:stack/local/${randomUUID()}`,
      ResourceType: type,
      LogicalResourceId: logicalId,
      ResourceProperties: { ServiceToken: functionId, ...properties },
    });
  } finally {
    await server.close();
  }
  if (received?.Status !== 'SUCCESS')
    throw new Error(`${logicalId} was not created: ${received?.Reason ?? 'its function did not answer'}`);
  return received.Data ?? {};
}
