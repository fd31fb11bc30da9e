import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { connectToQueues } from './connect-to-queues.ts';

const cloudFormation = mockClient(CloudFormationClient);
const resource = (ResourceType: string, LogicalResourceId: string, PhysicalResourceId: string) => ({
  ResourceType,
  LogicalResourceId,
  PhysicalResourceId,
  LastUpdatedTimestamp: new Date(0),
  ResourceStatus: 'CREATE_COMPLETE' as const,
});
const lambda = resource('AWS::Lambda::Function', 'EventsFulfilOrder0A1B2C3D', 'lorewright-prod-Fulfil');
const syncPaidGroup = [
  resource('AWS::Lambda::Function', 'EventsSyncPaidGroup0A1B2C3D', 'lorewright-prod-SyncPaidGroup'),
  resource('AWS::SQS::Queue', 'EventssyncPaidGroupQueue4E5F6A7B', 'https://sqs.test/sync.fifo'),
  resource('AWS::SQS::Queue', 'EventssyncPaidGroupDeadLetters4E5F6A7B', 'https://sqs.test/dead.fifo'),
];
const queue = resource('AWS::SQS::Queue', 'EventsfulfilOrderDeadLetters4E5F6A7B', 'https://sqs.test/fulfil');

beforeEach(() => {
  cloudFormation.reset();
});

test('finds the queues in all stacks of a stage and on all pages of their resources', async () => {
  cloudFormation
    .on(ListStackResourcesCommand)
    .resolves({ StackResourceSummaries: [] })
    .on(ListStackResourcesCommand, { StackName: 'lorewright-prod-events', NextToken: undefined })
    .resolves({ StackResourceSummaries: [lambda], NextToken: 'page-2' })
    .on(ListStackResourcesCommand, { StackName: 'lorewright-prod-events', NextToken: 'page-2' })
    .resolves({ StackResourceSummaries: [queue] })
    .on(ListStackResourcesCommand, { StackName: 'lorewright-prod-publishing' })
    .resolves({ StackResourceSummaries: syncPaidGroup });
  expect((await connectToQueues('prod')).queues).toEqual([
    {
      consumer: 'fulfilOrder',
      functionName: 'lorewright-prod-Fulfil',
      queueUrl: 'https://sqs.test/fulfil',
    },
    {
      consumer: 'syncPaidGroup',
      functionName: 'lorewright-prod-SyncPaidGroup',
      queueUrl: 'https://sqs.test/dead.fifo',
      sourceQueueUrl: 'https://sqs.test/sync.fifo',
    },
  ]);
});

test('reports a queue without its function', async () => {
  cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [queue] });
  await expect(connectToQueues('prod')).rejects.toThrow('no such function');
});

test('reports a stage that was never deployed, with advice', async () => {
  const error = Object.assign(new Error('Stack with id x does not exist'), { name: 'ValidationError' });
  cloudFormation.on(ListStackResourcesCommand).rejects(error);
  await expect(connectToQueues('dev')).rejects.toThrow('npm run deploy -- --stage dev');
});

test('passes other errors on unchanged', async () => {
  const error = Object.assign(new Error('Sign in.'), { name: 'CredentialsProviderError' });
  cloudFormation.on(ListStackResourcesCommand).rejects(error);
  await expect(connectToQueues('dev')).rejects.toBe(error);
});
