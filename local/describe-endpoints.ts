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
    siteBucket: stack.siteBucket,
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
    deadLetterQueues: describeDeadLetterQueues(stack, awsServices.endpoint),
  };
}

function describeDeadLetterQueues(
  { functions, queues, eventSources }: LocalStack,
  endpoint: string,
): DeadLetterQueue[] {
  return eventSources.flatMap(({ functionId, queue }) => {
    const consumer = functions.find(({ id }) => id === functionId)?.name ?? '';
    const deadLetters = queues.find(({ name }) => name === queue)?.deadLetters;
    if (!deadLetters) return [];
    return [
      { consumer, queueUrl: `${endpoint}/${deadLetters.queue}`, sourceQueueUrl: `${endpoint}/${queue}` },
    ];
  });
}
