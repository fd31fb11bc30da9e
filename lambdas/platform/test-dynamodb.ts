import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { isAnswerable } from '../../local/fakes/dynamodb/dynalite.ts';
import type { OpenDynamodb } from '../../local/fakes/dynamodb/open-dynamodb.ts';

/** A client of the local DynamoDB in this process, without HTTP and signing, which takes half the time. */
export function testDynamodb(opened: () => OpenDynamodb): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    requestHandler: { handle: (request: Request) => answer(opened(), request) },
  });
  for (const name of skippedMiddleware)
    if (!client.middlewareStack.remove(name)) throw new Error(`The SDK has no ${name}.`);
  return DynamoDBDocumentClient.from(client);
}

/**
 * Middleware for HTTP, signing and retries, which takes a tenth of the time of the payment tests.
 * Nothing here is sent over a network.
 */
const skippedMiddleware = [
  'contentLengthMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'retryMiddleware',
  'httpSigningMiddleware',
];

/** The part of an SDK request that is read here. */
interface Request {
  headers: Record<string, string>;
  body?: Uint8Array;
}

async function answer(dynamodb: OpenDynamodb, { headers, body }: Request) {
  const operation = headers['x-amz-target']?.split('.').at(-1) ?? '';
  try {
    return respond(200, await dynamodb.run(operation, JSON.parse(new TextDecoder().decode(body))));
  } catch (error) {
    if (isAnswerable(error)) return respond(error.statusCode, error.body);
    throw error;
  }
}

function respond(statusCode: number, body: object) {
  return {
    response: {
      statusCode,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: new TextEncoder().encode(JSON.stringify(body)),
    },
  };
}
