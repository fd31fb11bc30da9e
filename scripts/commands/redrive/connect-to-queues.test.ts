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

test('the queues of a stage are found over all stacks and all pages of what a stack holds', async () => {
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

test('a queue whose function is not there is told', async () => {
  cloudFormation.on(ListStackResourcesCommand).resolves({ StackResourceSummaries: [queue] });
  await expect(connectToQueues('prod')).rejects.toThrow('no such function');
});

test('a stage that was never deployed is told, with what to do', async () => {
  const error = Object.assign(new Error('Stack with id x does not exist'), { name: 'ValidationError' });
  cloudFormation.on(ListStackResourcesCommand).rejects(error);
  await expect(connectToQueues('dev')).rejects.toThrow('npm run deploy -- --stage dev');
});

test('what else goes wrong goes on as it is', async () => {
  const error = Object.assign(new Error('Sign in.'), { name: 'CredentialsProviderError' });
  cloudFormation.on(ListStackResourcesCommand).rejects(error);
  await expect(connectToQueues('dev')).rejects.toBe(error);
});
