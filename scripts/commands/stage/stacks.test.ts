import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { listStackResources } from './stacks.ts';

const cloudFormation = mockClient(CloudFormationClient);
beforeEach(() => void cloudFormation.reset());

const queue = (LogicalResourceId: string) => ({
  ResourceType: 'AWS::SQS::Queue',
  LogicalResourceId,
  PhysicalResourceId: `https://sqs.test/${LogicalResourceId}`,
  LastUpdatedTimestamp: new Date(0),
  ResourceStatus: 'CREATE_COMPLETE' as const,
});

describe('listStackResources', () => {
  it('lists all pages of all stacks', async () => {
    const ofEvents = { StackName: 'lorewright-prod-events' };
    cloudFormation
      .on(ListStackResourcesCommand)
      .resolves({ StackResourceSummaries: [] })
      .on(ListStackResourcesCommand, { ...ofEvents, NextToken: undefined })
      .resolves({ StackResourceSummaries: [queue('one')], NextToken: 'page-2' })
      .on(ListStackResourcesCommand, { ...ofEvents, NextToken: 'page-2' })
      .resolves({ StackResourceSummaries: [queue('two')] })
      .on(ListStackResourcesCommand, { StackName: 'lorewright-prod-publishing' })
      .resolves({ StackResourceSummaries: [queue('three')] });
    expect(await listStackResources('prod')).toEqual(
      ['one', 'two', 'three'].map((logicalId) => ({
        type: 'AWS::SQS::Queue',
        logicalId,
        physicalId: `https://sqs.test/${logicalId}`,
      })),
    );
  });

  it('reports a stage that was never deployed, with advice', async () => {
    const error = Object.assign(new Error('Stack with id x does not exist'), { name: 'ValidationError' });
    cloudFormation.on(ListStackResourcesCommand).rejects(error);
    await expect(listStackResources('dev')).rejects.toThrow('npm run deploy -- --stage dev');
  });

  it('passes other errors on unchanged', async () => {
    const error = Object.assign(new Error('Sign in.'), { name: 'CredentialsProviderError' });
    cloudFormation.on(ListStackResourcesCommand).rejects(error);
    await expect(listStackResources('dev')).rejects.toBe(error);
  });
});
