import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { stages } from '../lib/stages.ts';
import type { EventApi } from './fakes/appsync/event-api.ts';
import type { CloudWatchAnswer } from './fakes/cloudwatch/answer-cloudwatch.ts';
import type { EventBus } from './fakes/eventbridge/event-bus.ts';
import { putEvents } from './fakes/eventbridge/put-events.ts';
import type { KeyService } from './fakes/kms/key-service.ts';
import { KeyServiceError } from './fakes/kms/signing-keys.ts';
import type { Secrets } from './fakes/secrets-manager/secrets.ts';
import { answerSes } from './fakes/ses/answer-ses.ts';
import type { MailService } from './fakes/ses/mail-service.ts';
import { answerSqs, describeQueueError } from './fakes/sqs/answer-sqs.ts';
import { QueueError, type QueueStore } from './fakes/sqs/queue-store.ts';
import { type Listening, listen } from './server/listen.ts';
import { readBody } from './server/read-body.ts';

export interface ServicesOptions {
  bus: EventBus;
  queues: QueueStore;
  mailer: MailService;
  /** Publishes events of AppSync. */
  publishToChannel: EventApi['publish'];
  secrets: Secrets;
  keys: KeyService;
  /** Answers for CloudWatch; undefined for a call to another service. */
  answerMetrics: (target: string, request: object) => CloudWatchAnswer | undefined;
  /** The parameters of Systems Manager, by name. */
  parameters: Readonly<Record<string, string>>;
}

/**
 * Answers the calls that our functions make to SES, EventBridge, SQS, Secrets Manager, Systems
 * Manager, KMS, CloudWatch and AppSync, and the calls of the team's commands to SQS, in the
 * protocols of the SDK.
 */
export function startAwsServices({
  bus,
  queues,
  mailer,
  publishToChannel,
  secrets,
  keys,
  answerMetrics,
  parameters,
}: ServicesOptions): Promise<Listening> {
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = (await readBody(request)).toString();
    if (answerAboutAccount(request, text, response)) return;
    const body = JSON.parse(text || '{}');
    if (request.method === 'POST' && request.url === '/event') {
      const published = publishToChannel(body);
      return answer(response, published.status, published.body);
    }
    const target = request.headers['x-amz-target'];
    if (target === 'AWSEvents.PutEvents') {
      const { status, body: results } = await putEvents(bus, body);
      return answer(response, status, results);
    }
    if (target === 'secretsmanager.GetSecretValue') return getSecretValue(response, secrets, body);
    if (target === 'secretsmanager.PutSecretValue') return putSecretValue(response, secrets, body);
    if (target === 'AmazonSSM.GetParameter') return getParameter(response, parameters, body.Name);
    const sqsOperation = /^AmazonSQS\.(\w+)$/.exec(String(target))?.[1];
    const sqsAnswer = sqsOperation && (await answerSqs(queues, sqsOperation, body));
    if (sqsAnswer) return answer(response, 200, sqsAnswer);
    const counted = answerMetrics(String(target), body);
    if (counted) return answer(response, counted.status, counted.body);
    if (target === 'TrentService.GenerateDataKey') return answer(response, 200, keys.GenerateDataKey(body));
    if (target === 'TrentService.Decrypt') return answer(response, 200, keys.Decrypt(body));
    if (target === 'TrentService.GetPublicKey') return answer(response, 200, keys.GetPublicKey(body));
    if (target === 'TrentService.Sign') return answer(response, 200, keys.Sign(body));
    const sesAnswer = await answerSes(mailer, request, body);
    if (sesAnswer) return answer(response, sesAnswer.status, sesAnswer.body, sesAnswer.headers);
    return answer(response, 400, {
      __type: 'UnknownOperationException',
      message: `No ${target ?? request.url} here.`,
    });
  }

  return listen((request, response) => {
    handle(request, response).catch((error: Error) => {
      if (error instanceof QueueError) answer(response, 400, describeQueueError(error));
      else if (error instanceof KeyServiceError)
        answer(response, 400, { __type: error.name, message: error.message });
      else answer(response, 500, { __type: 'InternalFailure', message: error.message });
    });
  });
}

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.1', ...headers })
    .end(JSON.stringify(body));
}

/**
 * Answers the doctor's requests about an account: its identity (STS) and whether the sender's address
 * is verified (SES).
 * @returns whether it was one of these
 */
function answerAboutAccount(
  { method, url }: IncomingMessage,
  body: string,
  response: ServerResponse,
): boolean {
  if (method === 'POST' && url === '/' && new URLSearchParams(body).get('Action') === 'GetCallerIdentity') {
    response
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(
        `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>arn:aws:iam::000000000000:user/local</Arn><UserId>local</UserId><Account>000000000000</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
      );
    return true;
  }
  const identity = /^\/v2\/email\/identities\/([^/]+)$/.exec(url ?? '')?.[1];
  if (method !== 'GET' || identity === undefined) return false;
  if (decodeURIComponent(identity) === stages.local.senderAddress)
    answer(response, 200, { IdentityType: 'EMAIL_ADDRESS', VerifiedForSendingStatus: true });
  else
    answer(response, 404, {
      __type: 'NotFoundException',
      message: `Email identity ${identity} does not exist.`,
    });
  return true;
}

/** The only operation of Systems Manager, for the text parameters of the stack. */
function getParameter(
  response: ServerResponse,
  parameters: ServicesOptions['parameters'],
  name: string,
): void {
  const value = parameters[name];
  if (value === undefined) answer(response, 400, { __type: 'ParameterNotFound' });
  else answer(response, 200, { Parameter: { Name: name, Type: 'String', Value: value, Version: 1 } });
}

interface SecretRequest {
  SecretId: string;
  SecretString?: string;
}

function getSecretValue(
  response: ServerResponse,
  { values }: Secrets,
  { SecretId: id }: SecretRequest,
): void {
  const value = values[id];
  if (value === undefined) answer(response, 400, noSuchSecret);
  else answer(response, 200, { ARN: id, Name: id, VersionId: randomUUID(), SecretString: value });
}

async function putSecretValue(
  response: ServerResponse,
  secrets: Secrets,
  { SecretId: id, SecretString: value = '' }: SecretRequest,
): Promise<void> {
  if (secrets.values[id] === undefined) return answer(response, 400, noSuchSecret);
  await secrets.put(id, value);
  answer(response, 200, { ARN: id, Name: id, VersionId: randomUUID(), VersionStages: ['AWSCURRENT'] });
}

const noSuchSecret = {
  __type: 'ResourceNotFoundException',
  message: "Secrets Manager can't find the specified secret.",
};
