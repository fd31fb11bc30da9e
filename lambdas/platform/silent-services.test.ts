import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cloudFront, cognito, dynamodb, eventBridge, s3, secretsManager, ses, sqs } from './aws.ts';

/** The server accepts requests and never answers. */
let requests = 0;
const server = createServer(() => {
  requests += 1;
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

afterAll(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const invalidation = { Paths: { Quantity: 1, Items: ['/*'] }, CallerReference: '1' };

/** The seconds are the shortest timeout of a function that calls the service. */
test.each<[service: string, seconds: number, call: () => Promise<unknown>]>([
  [
    'CloudFront',
    30,
    () =>
      cloudFront().send(
        new CreateInvalidationCommand({ DistributionId: 'E1', InvalidationBatch: invalidation }),
      ),
  ],
  ['Cognito', 10, () => cognito().send(new AdminGetUserCommand({ UserPoolId: 'a_b', Username: 'ana' }))],
  ['DynamoDB', 10, () => dynamodb().send(new GetCommand({ TableName: 'Users', Key: { userId: 'ana' } }))],
  [
    'EventBridge',
    5,
    () => eventBridge().send(new PutEventsCommand({ Entries: [{ DetailType: 'OrderPaid', Detail: '{}' }] })),
  ],
  ['S3', 10, () => s3().send(new HeadObjectCommand({ Bucket: 'builds', Key: 'releases.json' }))],
  ['Secrets Manager', 10, () => secretsManager().send(new GetSecretValueCommand({ SecretId: 'stripe' }))],
  ['SES', 30, () => ses().send(new SendEmailCommand({ Content: { Raw: { Data: new Uint8Array(1) } } }))],
  [
    'SQS',
    10,
    () =>
      sqs().send(
        new SendMessageCommand({ QueueUrl: 'https://sqs.us-east-1.amazonaws.com/1/q', MessageBody: '1' }),
      ),
  ],
])(
  'a call to %s fails within the %i s of its function when the service does not answer',
  async (_, seconds, call) => {
    requests = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let outcome: unknown;
    const ended = call().then(
      () => {
        outcome = 'answered';
      },
      (error: Error) => {
        outcome = error.name;
      },
    );
    let passedMs = 0;
    while (!outcome && passedMs < seconds * 1000) {
      // The sockets use real time.
      await setTimeout(1);
      vi.advanceTimersByTime(100);
      passedMs += 100;
    }
    vi.useRealTimers();
    if (!outcome) server.closeAllConnections();
    await ended;
    expect(outcome).toBe('TimeoutError');
    expect(passedMs).toBeLessThan(seconds * 1000);
    expect(requests).toBeGreaterThan(1);
  },
);
