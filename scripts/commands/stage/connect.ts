import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { WebSettings } from '../../../contract/records/web-settings.ts';
import { stackNameOf, stackParts } from '../../../lib/stack-parts.ts';
import { readStage, region, siteNameOf } from '../../../lib/stages.ts';
import { isRunning } from '../../build/lock-build.ts';
import type { DeadLetterQueue } from '../redrive/find-queues.ts';
import { findStack } from './stacks.ts';

/**
 * `endpoints.json` in the local cloud's folder: the addresses of the services on this machine, for
 * the team's commands.
 */
export interface LocalEndpoints {
  processId: number;
  siteUrl: string;
  buildsBucket: string;
  mediaBucket: string;
  siteBucket: string;
  articlesTable: string;
  eventBus: string;
  s3Endpoint: string;
  dynamodbEndpoint: string;
  userPoolId: string;
  userPoolEndpoint: string;
  eventsEndpoint: string;
  secretsEndpoint: string;
  stripeSecretKeyArn: string;
  stripeWebhookSecretArn: string;
  /** The content of `/config.json`. */
  webSettings: WebSettings;
  /** The fake of Stripe; missing if a Stripe test account is used. */
  stripeEndpoint?: string;
  /** STS and SES. */
  accountEndpoint: string;
  queuesEndpoint: string;
  deadLetterQueues: DeadLetterQueue[];
}

/** The site that a command works on. */
export interface Connection
  extends Pick<
    LocalEndpoints,
    'siteUrl' | 'buildsBucket' | 'mediaBucket' | 'siteBucket' | 'articlesTable' | 'eventBus'
  > {
  s3: S3Client;
  dynamodb: DynamoDBDocumentClient;
  events: EventBridgeClient;
}

/** Any credentials work: the local cloud does not check them, and only this machine reaches it. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

export function localS3(endpoint: string): S3Client {
  return new S3Client(localClient(endpoint));
}

/** The folder with the local cloud's data: `LOCAL_DIR`, or `.local` in this folder. */
export function localDir(): string {
  return process.env.LOCAL_DIR ?? '.local';
}

/**
 * Connects to a stage on AWS, or to the local cloud if no stage is named.
 * @throws Error that says what to do if the connection is not possible
 */
export function connect(stage?: string): Promise<Connection> {
  return isLocal(stage) ? readLocalEndpoints().then(localConnection) : connectToStage(stage);
}

/** Whether a command works on the local cloud: it does if no stage is named, or `local`. */
export const isLocal = (stage: string | undefined): stage is undefined | 'local' =>
  stage === undefined || stage === 'local';

/** @throws Error that says what to do if no local cloud is running */
export async function readLocalEndpoints(): Promise<LocalEndpoints> {
  const endpoints = await readFile(join(localDir(), 'endpoints.json'), 'utf8').then(
    (text) => JSON.parse(text) as LocalEndpoints,
    () => undefined,
  );
  if (!endpoints || !isRunning(endpoints.processId)) {
    throw new Error(
      `The local cloud is not running in ${resolve(localDir())}. Start it with "npm start", set LOCAL_DIR to the folder it was started with, or name a stage: --stage dev`,
    );
  }
  return endpoints;
}

/** The settings with which an SDK client reaches the local cloud. */
export const localClient = (endpoint: string) => ({ region, endpoint, credentials: localCredentials });

export function localConnection(endpoints: LocalEndpoints): Connection {
  const dynamodb = new DynamoDBClient(localClient(endpoints.dynamodbEndpoint));
  return {
    ...endpoints,
    s3: localS3(endpoints.s3Endpoint),
    dynamodb: DynamoDBDocumentClient.from(dynamodb, documentOptions),
    events: new EventBridgeClient(localClient(endpoints.eventsEndpoint)),
  };
}

/** Undefined fields are not stored. */
const documentOptions = { marshallOptions: { removeUndefinedValues: true } };

async function connectToStage(stage: string): Promise<Connection> {
  const output = await readOutputs(stage);
  return {
    siteUrl: output('SiteUrl'),
    buildsBucket: output('BuildsBucket'),
    mediaBucket: output('MediaBucket'),
    siteBucket: output('SiteBucket'),
    articlesTable: output('ArticlesTable'),
    eventBus: output('EventBus'),
    s3: new S3Client({ region }),
    dynamodb: DynamoDBDocumentClient.from(new DynamoDBClient({ region }), documentOptions),
    events: new EventBridgeClient({ region }),
  };
}

/**
 * The outputs of the deployed stacks of a stage, by name.
 * @throws Error that says what to do when no stack has such an output
 */
export async function readOutputs(stage: string): Promise<(name: string) => string> {
  const siteName = siteNameOf(readStage(stage).name);
  const cloudFormation = new CloudFormationClient({ region });
  const stacks = await Promise.all(
    stackParts.map((part) => findStack(cloudFormation, stackNameOf(siteName, part))),
  );
  const outputs = stacks.flatMap((stack) => stack?.Outputs ?? []);
  return (output) => {
    const value = outputs.find(({ OutputKey: key }) => key === output)?.OutputValue;
    if (!value)
      throw new Error(
        `No stack of ${siteName} has the output ${output}. Deploy the stage first: npm run deploy -- --stage ${stage}`,
      );
    return value;
  };
}
