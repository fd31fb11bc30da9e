import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { cognito } from './aws/cognito.ts';
import { dynamodb } from './aws/dynamodb.ts';
import { eventBridge } from './aws/event-bridge.ts';
import { s3 } from './aws/s3.ts';
import { secretsManager } from './aws/secrets-manager.ts';
import { ses } from './aws/ses.ts';
import { sqs } from './aws/sqs.ts';
import { testSilentService } from './test-silent-service.ts';

const waitFor = testSilentService();

/** The seconds are the shortest timeout of a function that calls the service. */
test.each<[service: string, seconds: number, call: () => Promise<unknown>]>([
  ['Cognito', 10, () => cognito().send(new AdminGetUserCommand({ UserPoolId: 'a_b', Username: 'ana' }))],
  ['DynamoDB', 10, () => dynamodb().send(new GetCommand({ TableName: 'Users', Key: { userId: 'ana' } }))],
  [
    'EventBridge',
    10,
    async () =>
      (await eventBridge()()).send(
        new PutEventsCommand({ Entries: [{ DetailType: 'OrderPaid', Detail: '{}' }] }),
      ),
  ],
  ['S3', 10, () => s3().send(new HeadObjectCommand({ Bucket: 'builds', Key: 'releases.json' }))],
  [
    'Secrets Manager',
    10,
    async () => (await secretsManager()).send(new GetSecretValueCommand({ SecretId: 'stripe' })),
  ],
  ['SES', 30, () => ses().send(new SendEmailCommand({ Content: { Raw: { Data: new Uint8Array(1) } } }))],
  [
    'SQS',
    10,
    async () =>
      (await sqs()()).send(
        new SendMessageCommand({ QueueUrl: 'https://sqs.us-east-1.amazonaws.com/1/q', MessageBody: '1' }),
      ),
  ],
])(
  'fails a call to %s within the %i s of its function when the service does not answer',
  async (_, seconds, call) => {
    const { result, passedMs, requests } = await waitFor(seconds * 1000, call);
    expect(result).toMatchObject({ name: 'TimeoutError' });
    expect(passedMs).toBeLessThan(seconds * 1000);
    expect(requests).toBeGreaterThan(1);
  },
);
