import type { WebSettings } from '../contract/records/web-settings.ts';
import type { DeadLetterQueue } from '../scripts/commands/redrive/find-queues.ts';
import type { LocalEndpoints } from '../scripts/commands/stage/connect.ts';
import type { LocalStack } from './read-stack.ts';
import { readVariable, type Services } from './start-services.ts';

/** Describes the services of this machine for the team's commands. */
export function describeEndpoints(
  stack: LocalStack,
  { dynamodb, s3, stripe, awsServices, cognito }: Services,
  { siteUrl, webSettings }: { siteUrl: string; webSettings: WebSettings },
): LocalEndpoints {
  return {
    processId: process.pid,
    siteUrl,
    buildsBucket: stack.outputs.BuildsBucket ?? '',
    mediaBucket: stack.mediaBucket,
    articlesTable: stack.outputs.ArticlesTable ?? '',
    eventBus: stack.outputs.EventBus ?? '',
    s3Endpoint: s3.endpoint,
    dynamodbEndpoint: dynamodb.endpoint,
    userPoolId: stack.userPool.id,
    userPoolEndpoint: cognito.endpoint,
    eventsEndpoint: awsServices.endpoint,
    secretsEndpoint: awsServices.endpoint,
    stripeSecretKeyArn: readVariable(stack, 'STRIPE_SECRET_KEY_ARN'),
    stripeWebhookSecretArn: readVariable(stack, 'STRIPE_WEBHOOK_SECRET_ARN'),
    webSettings,
    ...(stripe.endpoint ? { stripeEndpoint: stripe.endpoint } : {}),
    accountEndpoint: awsServices.endpoint,
    queuesEndpoint: awsServices.endpoint,
    lambdaEndpoint: awsServices.endpoint,
    deadLetterQueues: describeDeadLetterQueues(stack, awsServices.endpoint),
  };
}

function describeDeadLetterQueues(
  { functions, queues, eventSources }: LocalStack,
  endpoint: string,
): DeadLetterQueue[] {
  const ofEvents = functions.map(({ id, deadLetterQueue }) => ({
    id,
    name: deadLetterQueue,
    sourceQueue: undefined,
  }));
  const ofQueues = eventSources.map(({ functionId, queue }) => ({
    id: functionId,
    name: queues.find(({ name }) => name === queue)?.deadLetters?.queue,
    sourceQueue: queue,
  }));
  return [...ofEvents, ...ofQueues].flatMap(({ id, name, sourceQueue }) => {
    const consumer = functions.find((lambda) => lambda.id === id)?.name ?? '';
    if (!name) return [];
    const source = sourceQueue ? { sourceQueueUrl: `${endpoint}/${sourceQueue}` } : {};
    return [{ consumer, functionName: id, queueUrl: `${endpoint}/${name}`, ...source }];
  });
}
