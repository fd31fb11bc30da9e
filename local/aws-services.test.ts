import { buildDecrypt } from '@aws-crypto/decrypt-node';
import { getClient, KMS, KmsKeyringNode } from '@aws-crypto/kms-keyring-node';
import { CommitmentPolicy } from '@aws-crypto/material-management-node';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { channelPublisher } from '../lambdas/platform/channel-publisher.ts';
import { startAwsServices } from './aws-services.ts';
import type { EventApi } from './fakes/appsync/event-api.ts';
import { codeEncryption } from './fakes/cognito/encrypt-code.ts';
import type { EventBus } from './fakes/eventbridge/event-bus.ts';
import { openKeyService } from './fakes/kms/key-service.ts';
import type { Secrets } from './fakes/secrets-manager/secrets.ts';
import type { MailService } from './fakes/ses/mail-service.ts';
import type { QueueStore } from './fakes/sqs/queue-store.ts';
import type { Listening } from './server/listen.ts';

const keyArn = 'arn:aws:kms:us-east-1:000000000000:key/1';
let services: Listening;
const put = vi.fn<EventBus['put']>();
const publishToChannel = vi.fn<EventApi['publish']>();
const putSecret = vi.fn<Secrets['put']>();

beforeAll(async () => {
  services = await startAwsServices({
    bus: { put } as Partial<EventBus> as EventBus,
    // local/fakes/sqs/answer-sqs.test.ts tests SQS.
    queues: {} as QueueStore,
    // local/fakes/ses/answer-ses.test.ts tests SES.
    mailer: {} as MailService,
    secrets: { values: { 'arn:key': 'sk_test_1' }, put: putSecret },
    keys: openKeyService('a secret', keyArn),
    // local/fakes/cloudwatch/answer-cloudwatch.test.ts tests CloudWatch.
    answerMetrics: () => undefined,
    publishToChannel,
    parameters: { '/site/site-url': 'http://localhost:3000' },
  });
});

afterAll(() => services.close());

beforeEach(() => {
  putSecret.mockReset().mockResolvedValue();
  put.mockReset().mockResolvedValue('event-1');
});

/** The functions use the unmodified SDK with another endpoint. */
const options = () => ({
  endpoint: services.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
});

test('puts an event with its detail on the named bus', async () => {
  const Entries = [
    { EventBusName: 'site', Source: 'lorewright', DetailType: 'UserRegistered', Detail: '{"userId":"1"}' },
    { Source: 'lorewright', DetailType: 'Other', Detail: '{}' },
  ];
  const answer = await new EventBridgeClient(options()).send(new PutEventsCommand({ Entries }));
  expect(answer).toMatchObject({
    FailedEntryCount: 0,
    Entries: [{ EventId: 'event-1' }, { EventId: 'event-1' }],
  });
  expect(put.mock.calls).toEqual([
    ['site', 'lorewright', 'UserRegistered', { userId: '1' }],
    ['default', 'lorewright', 'Other', {}],
  ]);
});

test('reports an event that the bus rejects to its sender', async () => {
  put.mockRejectedValue(new Error('disk full'));
  const Entries = [{ Source: 'lorewright', DetailType: 'Other', Detail: '{}' }];
  await expect(new EventBridgeClient(options()).send(new PutEventsCommand({ Entries }))).rejects.toThrow(
    'disk full',
  );
});

test('returns a secret by its ARN, and an error for an unknown one', async () => {
  const client = new SecretsManagerClient(options());
  expect(await client.send(new GetSecretValueCommand({ SecretId: 'arn:key' }))).toMatchObject({
    SecretString: 'sk_test_1',
  });
  await expect(client.send(new GetSecretValueCommand({ SecretId: 'arn:other' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('replaces a secret by its ARN, and returns an error for an unknown one', async () => {
  const client = new SecretsManagerClient(options());
  const put = (arn: string) =>
    client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: 'sk_test_2' }));
  await put('arn:key');
  expect(putSecret).toHaveBeenCalledExactlyOnceWith('arn:key', 'sk_test_2');
  await expect(put('arn:other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('rejects an unknown call', async () => {
  const response = await fetch(services.endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSEvents.DeleteRule' },
    body: '{}',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: 'No AWSEvents.DeleteRule here.' });
});

test('encrypts a code of the user pool like Cognito, so that a holder of the key can decrypt it', async () => {
  const { endpoint, credentials } = options();
  const encrypt = codeEncryption({ endpoint, credentials, keyArn, poolId: 'us-east-1_Pool' });
  const message = Buffer.from(await encrypt('123456'), 'base64');
  // The first bytes of the codes that Cognito sends: version 1, algorithm 0x0378.
  expect(message.subarray(0, 4).toString('hex')).toBe('01800378');
  expect(message.toString('latin1')).toContain('userpool-id');

  const { decrypt } = buildDecrypt(CommitmentPolicy.REQUIRE_ENCRYPT_ALLOW_DECRYPT);
  const clientProvider = getClient(KMS, { endpoint, credentials });
  const { plaintext, messageHeader } = await decrypt(
    new KmsKeyringNode({ keyIds: [keyArn], clientProvider }),
    message,
  );
  expect(plaintext.toString()).toBe('123456');
  expect(messageHeader.encryptionContext['userpool-id']).toBe('us-east-1_Pool');
});

test('rejects an unknown key like KMS', async () => {
  const { endpoint, credentials } = options();
  const encrypt = codeEncryption({ endpoint, credentials, keyArn: `${keyArn}2`, poolId: 'us-east-1_Pool' });
  await expect(encrypt('123456')).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('returns a parameter of the stack and rejects any other', async () => {
  const parameters = new SSMClient(options());
  const read = (Name: string) => parameters.send(new GetParameterCommand({ Name }));
  expect((await read('/site/site-url')).Parameter?.Value).toBe('http://localhost:3000');
  await expect(read('/site/other')).rejects.toMatchObject({ name: 'ParameterNotFound' });
});

describe('AppSync Events', () => {
  const ring = () => channelPublisher({ url: `${services.endpoint}/event`, region: 'us-east-1' });

  beforeEach(() => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  });
  afterEach(() => vi.unstubAllEnvs());

  it('gets messages of our client', async () => {
    publishToChannel.mockReturnValue({ status: 200, body: { failed: [], successful: [{}] } });
    await ring()('/users/ana', { version: '1' });
    expect(publishToChannel).toHaveBeenCalledWith({ channel: '/users/ana', events: ['{"version":"1"}'] });
  });

  it.each([
    ['refuses the request', { status: 403, body: { message: 'Forbidden' } }],
    ['fails for a message', { status: 200, body: { failed: [{ code: 500 }], successful: [] } }],
  ])('makes our client throw when it %s', async (_, answer) => {
    publishToChannel.mockReturnValue(answer);
    await expect(ring()('/users/ana', { version: '1' })).rejects.toThrow('AppSync did not publish');
  });
});
