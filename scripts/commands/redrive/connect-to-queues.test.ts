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
const mailer = [
  resource('AWS::SQS::Queue', 'EventsmailerQueue4E5F6A7B', 'https://sqs.test/mailer'),
  resource('AWS::SQS::Queue', 'EventsmailerDeadLetters4E5F6A7B', 'https://sqs.test/dead'),
];
const publishBlog = [
  resource('AWS::SQS::Queue', 'EventspublishBlogQueue4E5F6A7B', 'https://sqs.test/blog.fifo'),
  resource('AWS::SQS::Queue', 'EventspublishBlogDeadLetters4E5F6A7B', 'https://sqs.test/dead.fifo'),
];

beforeEach(() => {
  cloudFormation.reset();
});

test('finds the queues in all stacks of a stage and on all pages of their resources', async () => {
  cloudFormation
    .on(ListStackResourcesCommand)
    .resolves({ StackResourceSummaries: [] })
    .on(ListStackResourcesCommand, { StackName: 'lorewright-prod-events', NextToken: undefined })
    .resolves({ StackResourceSummaries: mailer.slice(0, 1), NextToken: 'page-2' })
    .on(ListStackResourcesCommand, { StackName: 'lorewright-prod-events', NextToken: 'page-2' })
    .resolves({ StackResourceSummaries: mailer.slice(1) })
    .on(ListStackResourcesCommand, { StackName: 'lorewright-prod-publishing' })
    .resolves({ StackResourceSummaries: publishBlog });
  expect((await connectToQueues('prod')).queues).toEqual([
    { consumer: 'mailer', queueUrl: 'https://sqs.test/dead', sourceQueueUrl: 'https://sqs.test/mailer' },
    {
      consumer: 'publishBlog',
      queueUrl: 'https://sqs.test/dead.fifo',
      sourceQueueUrl: 'https://sqs.test/blog.fifo',
    },
  ]);
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
